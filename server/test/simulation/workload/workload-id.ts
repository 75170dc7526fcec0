/** An id that depends on the workload alone. `kind` separates workflows, versions, triggers and endpoints. */
export function workloadId(kind: number, number: number): string {
  return `00000000-0000-7000-8000-${String(kind).padStart(4, '0')}${number.toString(16).padStart(8, '0')}`
}
