import OrreryLowering
import OrreryModel
import OrreryTrace

/// Tells machines of one name apart: types of programs that stand side by side, or that only their
/// files see.
enum SharedNames {
  /// The machines, each under an id of its own; of two that are one type and have the same states, the
  /// first.
  ///
  /// The second of a type is called after the property that keeps its state.
  /// The second of a name is called after the outermost folder that only it stands in, else after its
  /// file: `App.Client.Door` beside `App.Door`.
  static func told(apart sites: [Site], in index: SourceIndex) -> [Site] {
    var claimed: [String: Site] = [:]
    let result = sites.compactMap { site -> Site? in
      guard let kept = claimed[site.id] else {
        claimed[site.id] = site
        return site
      }
      guard let other = kept.owner, let owner = site.owner else { return nil }
      var site = site
      if other.key == owner.key {
        guard site.routes != nil || site.state !== kept.state, let path = site.holderPath else {
          return nil
        }
        site.path += path
        return claimed.updateValue(site, forKey: site.id) == nil ? site : nil
      }
      site.namesake = Self.name(of: site.file.path, beside: kept.file.path)
      guard claimed[site.id] == nil else {
        index.add(duplicate: owner.node, of: other, in: owner.file)
        return nil
      }
      claimed[site.id] = site
      return site
    }
    let keys = result.compactMap { site in site.owner.map { ($0.key, site.id) } }
    let ids = Dictionary(keys) { first, _ in first }
    return result.map { $0.naming(children: ids) }
  }

  /// What another file's namesake is called after.
  private static func name(of path: String, beside other: String) -> String {
    let (own, others) = (path.split(separator: "/"), other.split(separator: "/"))
    let shared = zip(own, others).prefix { $0 == $1 }.count
    guard shared < own.count else { return path }
    let part = own[shared]
    let name = shared == own.count - 1 && part.hasSuffix(".swift") ? part.dropLast(6) : part
    return Naming.module(target: String(name))
  }

  /// A word about each machine whose name is another one's, too.
  static func diagnostics(of sites: [Site]) -> [NoteOfFile] {
    sites.filter { $0.namesake != nil }.map { site in
      (
        site.file,
        Diagnostic(
          id: "namesake", severity: .note, location: site.file.location(of: site.node),
          message: "'\(site.plainID)' is also declared elsewhere; this one is called '\(site.id)'")
      )
    }
  }
}

extension Site {
  /// `Module.Type.Path`, as the type is recorded.
  fileprivate var plainID: String { Naming.machine(module: module, path: path) }

  /// The property that keeps the state, and the one in it that is the state.
  fileprivate var holderPath: [String]? {
    guard let name = holder.property else { return routes.map { [$0.property] } }
    return [name] + (member.map { [$0.name] } ?? [])
  }

  package var id: String {
    Naming.machine(module: module, path: (namesake.map { [$0] } ?? []) + path)
  }

  /// The site, with its children under the ids of the machines that they are.
  ///
  /// - Parameter ids: By the keys of their types.
  fileprivate func naming(children ids: [String: String]) -> Site {
    var site = self
    for index in site.children.indices {
      if let id = ids[site.children[index].machine] { site.children[index].machine = id }
    }
    return site
  }
}
