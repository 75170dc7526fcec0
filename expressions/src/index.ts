export { compileCondition, type CompiledCondition, compileConditionStepwise } from './condition.ts'
export { type CodeProblem, findCodeProblem } from './code-syntax.ts'
export { parseDate } from './dates/parse-date.ts'
export { isZone, offsetAt } from './dates/zone.ts'
export { type FunctionDescription, type FunctionSection, listFunctions } from './function-reference.ts'
export {
  compileNamedExpression,
  compileNamedTemplate,
  type NamedText,
  type NamedTextResult,
} from './named-values.ts'
export { type ReferenceSyntax, renameNodeReferences } from './node-references.ts'
export { finish, type Interruptible } from './interruptible.ts'
export { PatternCheck } from './pattern-check.ts'
export { defaultLimits, maxDepth } from './runtime/budget-limits.ts'
export { Evaluation } from './runtime/evaluation.ts'
export { describeProblem, ExpressionError, type ExpressionProblem, problemAt } from './runtime/problem.ts'
export { findText } from './patterns/find-text.ts'
export { isForbiddenKey } from './runtime/refused.ts'
export { type Scope, scopeNames } from './runtime/scope.ts'
export { findSimilar } from './runtime/similar.ts'
export { findStaticReads, findStaticReadsStepwise, type StaticRead } from './static-reads.ts'
export { type CompiledTemplate, compileTemplate, compileTemplateStepwise } from './template.ts'
export {
  type ExpressionRegion,
  type ExpressionToken,
  type TokenKind,
  tokenizeExpression,
  tokenizeTemplate,
} from './tokens.ts'
export { type CompiledValue, compileValue, compileValueStepwise } from './value.ts'
