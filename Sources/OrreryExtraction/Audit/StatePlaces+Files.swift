import OrreryLowering
import OrreryRecognition
import OrrerySyntax

/// In which files others may change the state of a machine.
extension Site {
  /// What an object that is a machine calls its state.
  var placeNames: Set<String> {
    guard [.class, .actor].contains(owner?.kind), let name = holder.property else { return [] }
    return synonyms.union([name])
  }
}

extension StatePlaces {
  /// The files that others change the state of a machine in, as far as names tell.
  static func files(referringTo site: Site, in index: SourceIndex) -> [SourceFile] {
    guard let owner = site.owner, !site.placeNames.isEmpty, !site.isSetInside else { return [] }
    let (names, type) = (Set(site.placeNames.map { Word($0) }), Word(owner.name))
    let open = index.openNames(of: site)
    return index.files.filter { file in
      let isNamed =
        file.isNamed(in: owner.file) && file.words.contains(type)
        && !file.words.members.isDisjoint(with: names)
      // What tests make of a machine is no part of it.
      return isNamed
        || !file.words.changed.isDisjoint(with: open)
          && (!file.words.areTests || owner.file.words.areTests)
    }
  }
}

extension SourceIndex {
  /// The properties by which any file may change the state of a machine that is an object, as far as
  /// names tell.
  func openNames(of site: Site) -> Set<Word> {
    guard site.holder.property != nil, let owner = site.owner else { return [] }
    let files = [owner.file] + owner.computed.map(\.file) + owner.stored.map(\.file)
    return Set(
      site.placeNames.map { Word($0) }.filter { word in
        files.contains { !($0.words.variables[word] ?? []).isDisjoint(with: names.states) }
      })
  }
}

extension Site {
  /// Whether only code in the file that declares the state's property may change that.
  fileprivate var isSetInside: Bool {
    // What stands for it may be open.
    guard synonyms.isEmpty else { return false }
    guard case let name? = holder.property, let property = owner?.property(name)?.property else {
      return true
    }
    let isConstant = if case .property = holder { property.isLet && !isBoxed } else { false }
    return isConstant || property.isWrittenPrivately
  }
}
