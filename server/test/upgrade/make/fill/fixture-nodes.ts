export const edge = (source: string, target: string, sourceHandle = 'main') => ({
  source,
  target,
  sourceHandle,
})
export const set = (id: string, values: object) => ({ id, type: 'set', data: { values } })
export const waitFor = (id: string, data: object) => ({ id, type: 'wait', data })
