/// The colours of pictures as a style sheet, for a page that shows some and changes between light and
/// dark.
package enum ThemeStyle {
  /// A variable for each colour, `--ink`, and rules that give it to what has the light colour in a picture.
  ///
  /// `light-dark()` follows the page's `color-scheme`: https://www.w3.org/TR/css-color-5/#light-dark.
  package static var css: String {
    let names = [
      "ink", "muted", "paper", "fill", "border", "accent", "accentFill", "alarm", "alarmFill",
      "doubt", "doubtFill", "confirmed", "unseen", "explained",
    ]
    let pairs = zip(Theme.light.colors, Theme.dark.colors)
    let variables = zip(names, pairs).map { "  --\($0): light-dark(\($1.0), \($1.1));\n" }.joined()
    let rules = zip(names, Theme.light.colors).map { name, light in
      let color = light.lowercased()
      return "svg [fill=\"\(color)\" i] { fill: var(--\(name)); }\n"
        + "svg [stroke=\"\(color)\" i] { stroke: var(--\(name)); }\n"
    }
    return ":root {\n\(variables)}\n" + rules.joined()
  }
}
