/** A failure of an operation, from anywhere inside it: what is wrong with a file, or why one cannot be stored. */
export class OperationFailed extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
