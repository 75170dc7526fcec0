/**
 * What the page of an address asks the server for first, word for word as it does. `e2e/src/opening.e2e.ts` opens these pages and
 * fails if one of them asks for something else.
 */
export function earlyAddresses(path: string, search: string): readonly string[] {
  const [page = '', id = '', ...rest] = path.split('/').slice(1)
  // The navigation shows how many approvals wait.
  const everywhere = ['/app/v1/waits?limit=1']
  if (!/^[\da-f-]{36}$/.test(id)) return everywhere
  if (page === 'workflows' && rest.length === 0) {
    return [
      `/app/v1/workflows/${id}/draft`,
      `/app/v1/workflows/${id}?include=tags%2Cfolder%2Clast_run%2Cdraft%2Cupdated_at`,
      '/app/v1/node-types',
      '/app/v1/integrations?page=1&limit=100',
      ...everywhere,
    ]
  }
  if (page === 'executions' && rest.length === 0) {
    return [`/app/v1/executions/${id}/timeline`, ...dataOf(id, search), '/app/v1/node-types', ...everywhere]
  }
  return everywhere
}

function dataOf(id: string, search: string): readonly string[] {
  const parameters = new URLSearchParams(search)
  const part = parameters.get('panel')
  if (part !== 'input' && part !== 'output') return []
  const step = parameters.get('step') ?? ''
  const query = new URLSearchParams({ ...(step !== '' && { step }), part, limit: '200' })
  return [`/app/v1/executions/${id}/data?${query.toString()}`]
}
