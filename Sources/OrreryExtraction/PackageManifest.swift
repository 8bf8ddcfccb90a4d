import OrreryLowering

/// The targets that a `Package.swift` declares, read as syntax.
public typealias PackageManifest = OrreryLowering.PackageManifest
