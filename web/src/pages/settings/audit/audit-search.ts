import type { AuditFilters } from '../../../api/audit.ts'

/** The address of the page holds all filters, so that a link shows the same entries. */
export type AuditSearch = AuditFilters

export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const read = (name: keyof AuditSearch) => {
    const value = search[name]
    return typeof value === 'string' && value.trim() !== '' ? { [name]: value } : {}
  }
  return { ...read('actor'), ...read('action'), ...read('resource'), ...readDay('from'), ...readDay('to') }

  function readDay(name: 'from' | 'to') {
    const value = search[name]
    return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? { [name]: value } : {}
  }
}

export function isFiltered(search: AuditSearch): boolean {
  return Object.keys(search).length > 0
}
