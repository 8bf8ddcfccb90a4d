import Foundation
import OrreryModel

/// The published JSON form of a model, `orrery.model/2`.
///
/// Its types are its own: the model may change without the file, and the file's versions are told by
/// the name of its schema.
public enum ModelFile {
  /// The schema that this version writes.
  public static let schemaName = "orrery.model/2"

  /// The schemas that this version reads.
  ///
  /// In the first, the states of a struct are combinations of
  /// its properties; it is read as it is.
  public static let readableSchemas = ["orrery.model/1", schemaName]

  /// The model as JSON text that ends with a newline.
  ///
  /// The same model gives the same bytes: keys have a fixed order, and each state, event and
  /// transition stands on a line of its own.
  /// - Complexity: O(*n*) in the size of the model.
  public static func encode(_ extract: Extract) -> String {
    FileRecord(extract).json.document(levels: 4)
  }

  /// The model that a JSON text holds.
  ///
  /// Keys that this version does not know are passed over; hashes are not trusted but made anew
  /// when they are needed.
  /// - Throws: ``ModelFileError`` where the text is not JSON, not of this schema, or lacks
  ///   something.
  /// - Complexity: O(*n*) in the length of the text.
  public static func decode(_ text: String) throws(ModelFileError) -> Extract {
    let data = Data(text.utf8)
    let header: Header
    do {
      header = try JSONDecoder().decode(Header.self, from: data)
    } catch {
      throw ModelFileError(error)
    }
    guard readableSchemas.contains(header.schema) else { throw .schema(found: header.schema) }
    do {
      return try JSONDecoder().decode(FileRecord.self, from: data).extract
    } catch {
      throw ModelFileError(error)
    }
  }

  private struct Header: Decodable {
    var schema: String
  }
}
