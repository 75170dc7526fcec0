import type { GraphNode, GraphProblem } from '#domain/index.ts'
import { findCodeProblem } from '@millrace/expressions'
import { namesWithBraces, type NodeText } from './node-texts.ts'

/** `input.body.id` and the like, alone in a text. */
const BARE_EXPRESSION =
  /^(?:input|previous|variables|vars|item|execution|nodes)(?:(?:\?\.|\.)[\p{L}_$][\p{L}\p{N}_$]*|(?:\?\.)?\[(?:\d+|"[^"\]]*"|'[^'\]]*')\])+$/u
/** `input.csv` is more likely the name of a file. */
const FILE_NAME =
  /^\w+\.(?:csv|gif|gz|html?|jpe?g|js|json|log|md|pdf|png|svg|tsv?|txt|webp|xlsx?|xml|ya?ml|zip)$/i

/** Finds members whose names contain an expression. */
export function checkNames(node: GraphNode): readonly GraphProblem[] {
  return namesWithBraces(node.data).map((parameter) => ({
    severity: 'warning' as const,
    nodeId: node.id,
    parameter,
    message: `In node "${node.id}" the name of \`${parameter}\` contains an expression, but names are never evaluated. Use a fixed name.`,
  }))
}

/** Finds syntax errors of code, expressions that nothing evaluates, and expressions without their braces. */
export function checkText(nodeId: string, { parameter, text, syntax }: NodeText): readonly GraphProblem[] {
  if (syntax === 'code') {
    const problem = findCodeProblem(text)
    if (problem === undefined) return []
    const { line, column, message } = problem
    return [
      {
        nodeId,
        parameter,
        message: `The code of node "${nodeId}" has a syntax error in line ${line}, column ${column}: ${message}. Correct it there: the code cannot run at all.`,
      },
    ]
  }
  const warn = (message: string): readonly GraphProblem[] => [
    { severity: 'warning', nodeId, parameter, message },
  ]
  if (syntax === 'literal' && text.includes('{{')) {
    return warn(
      `Parameter \`${parameter}\` of node "${nodeId}" contains an expression, but it is never evaluated: the text is used as it is. Write the value itself.`,
    )
  }
  const plain = text.trim()
  const isTextual = syntax === 'template' || syntax === 'own'
  if (!isTextual || !BARE_EXPRESSION.test(plain) || FILE_NAME.test(plain)) return []
  return warn(
    `Parameter \`${parameter}\` of node "${nodeId}" is the text "${plain}", because an expression needs braces. To insert the value, write \`{{ ${plain} }}\`.`,
  )
}
