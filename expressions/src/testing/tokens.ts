import { functions, methodsByKind, namespaces } from '#expressions/functions/table.ts'
import { scopeNames } from '#expressions/runtime/scope.ts'

/** The tokens of the language, and tokens that have been dangerous in other languages. */
export const tokens = [
  ...scopeNames,
  ...functions.keys(),
  ...namespaces.keys(),
  ...[...namespaces.values(), ...methodsByKind.values()].flatMap((table) => [...table.keys()]),
  ...'{{ }} { } ( ) [ ] . ?. , ; : => ... + - * / % ** ++ -- = == === != < > <= >= << >>> && || ?? ! ~ ? ` ${ } " \' \\ # @'.split(
    ' ',
  ),
  ...'this new await async function class import super yield let var if for return typeof void delete in instanceof of'.split(
    ' ',
  ),
  ...'constructor __proto__ prototype arguments eval globalThis process require Symbol Proxy toString valueOf toJSON'.split(
    ' ',
  ),
  ...'0 1 -1 1e9 1e309 0x10 1n NaN undefined null true "a" \'b\' `c` `${1}` /a/ /(a|b)*/g /[/ /* */ // a x x=> (x)=> ({a})=>'.split(
    ' ',
  ),
  ' ',
  '\n',
  '\u2028',
  '\ud800',
  '\0',
  'é',
  '😀',
  '\\u0061',
  '<!--',
  '-->',
  '“',
]
