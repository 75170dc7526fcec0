import { useEffect, useState } from 'react'
import { type GraphDocument, type GraphNode, isAnnotation } from '../../graph/types.ts'

/** After the last key: cards that follow every key would slow down typing in a large graph. */
const QUIET_MS = 300

/** The document that the canvas shows. Its cards follow changed parameters after a pause, everything else at once. */
export function useShownDocument(document: GraphDocument): GraphDocument {
  const [shown, setShown] = useState(document)
  const canWait = differsInParametersOnly(shown, document)
  if (!canWait) setShown(document)
  useEffect(() => {
    const timer = setTimeout(() => setShown(document), QUIET_MS)
    return () => clearTimeout(timer)
  }, [document])
  return canWait ? shown : document
}

function differsInParametersOnly(one: GraphDocument, other: GraphDocument): boolean {
  if (one === other) return true
  return (
    one.edges === other.edges &&
    one.nodes.length === other.nodes.length &&
    one.nodes.every((node, index) => isSameButForParameters(node, other.nodes[index]))
  )
}

function isSameButForParameters(one: GraphNode, other: GraphNode | undefined): boolean {
  if (one === other) return true
  if (other === undefined || isAnnotation(one)) return false
  const members = new Set([...Object.keys(one), ...Object.keys(other)])
  members.delete('data')
  return [...members].every((member) => one[member] === other[member])
}
