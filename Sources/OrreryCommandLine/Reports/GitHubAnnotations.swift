/// Annotations of a pull request, as GitHub's workflow commands define them:
/// https://docs.github.com/actions/reference/workflow-commands-for-github-actions.
struct GitHubAnnotations {
  var annotations: [Annotation]

  var text: String { annotations.map { line($0) + "\n" }.joined() }

  private func line(_ found: Annotation) -> String {
    let place = found.line.map { ",line=\($0)" } ?? ""
    let message = ([found.message] + found.details).joined(separator: "\n")
    return "::\(found.level.rawValue) file=\(property(found.file))\(place),"
      + "title=\(property(found.title))::\(escaped(message))"
  }

  private func escaped(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
      .harmless(keepingLines: false)
  }

  private func property(_ text: String) -> String {
    escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
