export interface Violation {
  path: string
  line: number
  rule: string
  message: string
  because: string
}
