import type { CredentialStatus } from '../../api/credentials.ts'

/** The address of the page holds tab, filters and what is open, so that a link shows the same. */
export interface ConnectionsSearch {
  tab?: 'integrations'
  q?: string
  type?: string
  status?: CredentialStatus
  /** The credential in the panel. */
  credential?: string
  /** The integration in the panel. */
  integration?: string
  /** The service of the catalogue in the panel. */
  service?: string
}

const statuses: readonly unknown[] = ['untested', 'working', 'failing']

export function readConnectionsSearch(search: Record<string, unknown>): ConnectionsSearch {
  const { tab, q, type, status, credential, integration, service } = search
  return {
    ...(tab === 'integrations' ? { tab } : {}),
    ...(isText(q) ? { q } : {}),
    ...(isText(type) ? { type } : {}),
    ...(statuses.includes(status) ? { status: status as CredentialStatus } : {}),
    ...(isText(credential) ? { credential } : {}),
    ...(isText(integration) ? { integration } : {}),
    ...(isText(service) ? { service } : {}),
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
