/// The colours of a picture.
///
/// The hues are those of Okabe and Ito, which stay apart for colour-blind readers, darkened or
/// lightened where text needs contrast; no meaning rests on colour alone.
package struct Theme: Hashable, Sendable {
  var ink, muted, paper, fill, border: String
  var accent, accentFill, alarm, alarmFill, doubt, doubtFill: String
  var confirmed, unseen, explained: String

  /// For white backgrounds.
  static let light = Theme(
    ink: "#1F2933", muted: "#616E7C", paper: "#FFFFFF", fill: "#F3F6F9", border: "#52606D",
    accent: "#0B69A3", accentFill: "#E3F1FA", alarm: "#B8430B", alarmFill: "#FCEBE3",
    doubt: "#8D6100", doubtFill: "#FFF6DC", confirmed: "#00785A", unseen: "#7B8794",
    explained: "#8A3F77")

  /// For dark backgrounds.
  static let dark = Theme(
    ink: "#E8ECF1", muted: "#A5B1BE", paper: "#10161D", fill: "#1E2833", border: "#8C9AA8",
    accent: "#6CBDEB", accentFill: "#153448", alarm: "#F2895A", alarmFill: "#40200F",
    doubt: "#E3B341", doubtFill: "#372B0B", confirmed: "#3ECF9E", unseen: "#76848F",
    explained: "#D68FC4")

  /// For paper and copying machines: no fills, and lines that are dark whatever their hue.
  static let print = Theme(
    ink: "#000000", muted: "#3B3B3B", paper: "#FFFFFF", fill: "#FFFFFF", border: "#1A1A1A",
    accent: "#00405F", accentFill: "#FFFFFF", alarm: "#7A2A00", alarmFill: "#FFFFFF",
    doubt: "#574000", doubtFill: "#FFFFFF", confirmed: "#004D39", unseen: "#5A5A5A",
    explained: "#5C1F4D")

  /// All colours, each always at the same place.
  var colors: [String] {
    [
      ink, muted, paper, fill, border, accent, accentFill, alarm, alarmFill, doubt, doubtFill,
      confirmed, unseen, explained,
    ]
  }
}

/// Which colours a picture has.
public enum PictureTheme: String, CaseIterable, Sendable {
  /// Light, and in an SVG dark where its viewer is.
  case automatic
  case light
  case dark
  case print

  var colors: Theme {
    switch self {
    case .automatic, .light: .light
    case .dark: .dark
    case .print: .print
    }
  }
}
