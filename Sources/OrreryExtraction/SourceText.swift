import OrreryLowering

/// A source file, handed in as text: extraction touches no disk.
public typealias SourceText = OrreryLowering.SourceText

/// The targets that a `Package.swift` declares, read as syntax.
public typealias PackageManifest = OrreryLowering.PackageManifest
