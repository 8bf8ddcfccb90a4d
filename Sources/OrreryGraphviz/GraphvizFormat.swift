/// What a laid-out graph can be written as.
public enum GraphvizFormat: String, CaseIterable, Sendable {
  case svg
  case png
  case pdf
}
