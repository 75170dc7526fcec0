import type { Version, VersionChanges, VersionSummary } from '@millrace/contract/workflow-version.ts'
import type * as domain from '#domain/index.ts'
import { timestamp } from '../shared/timestamps.ts'

export function presentVersionSummary(version: domain.VersionSummary): VersionSummary {
  return {
    id: version.id,
    number: version.number,
    created_at: timestamp(version.createdAt),
    is_current: version.isCurrent,
    node_count: version.nodeCount,
    edge_count: version.edgeCount,
    changes: version.changes && presentChanges(version.changes),
    note: version.note,
    author: version.author,
  }
}

export function presentVersion(version: domain.SavedVersion): Version {
  return {
    ...presentVersionSummary(version),
    nodes: [...version.nodes],
    edges: [...version.edges],
    variables: version.variables,
  }
}

function presentChanges(changes: domain.DefinitionChanges): VersionChanges {
  return {
    nodes_added: [...changes.nodesAdded],
    nodes_removed: [...changes.nodesRemoved],
    nodes_changed: [...changes.nodesChanged],
    edges_changed: changes.edgesChanged,
    variables_changed: changes.variablesChanged,
    complete: changes.complete,
  }
}
