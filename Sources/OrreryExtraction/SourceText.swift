import OrreryLowering

/// A source file, handed in as text: extraction touches no disk.
public typealias SourceText = OrreryLowering.SourceText
