import { foldCase } from '../shared/fold-case.ts'
import type { ImportedOperation, ImportedOperationText } from './imported-api.ts'

/** The texts of an operation that are stored. */
export function writeImportedOperation(
  operation: ImportedOperation,
  definition = JSON.stringify(operation),
): ImportedOperationText {
  const { name, title, path, help } = operation
  // PostgreSQL cannot store these characters in a text.
  const searchable = `${name} ${title} ${path} ${help}`.toWellFormed().replaceAll('\u0000', ' ')
  return { name, searchText: foldCase(searchable), definition }
}
