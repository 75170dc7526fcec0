import type { Definition, JsonObject } from '#domain/index.ts'
import type { Tables } from '../tables.ts'

export type DefinitionText = Pick<Tables['workflow_versions'], 'nodes' | 'edges' | 'variables'>

export function definitionToText({ nodes, edges, variables }: Definition): DefinitionText {
  return {
    nodes: JSON.stringify(nodes),
    edges: JSON.stringify(edges),
    variables: JSON.stringify(variables),
  }
}

export function definitionFromText(row: DefinitionText): Definition {
  return {
    nodes: JSON.parse(row.nodes) as JsonObject[],
    edges: JSON.parse(row.edges) as JsonObject[],
    variables: JSON.parse(row.variables) as JsonObject,
  }
}
