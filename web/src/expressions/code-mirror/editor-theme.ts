import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Colours and sizes of all code fields, from the tokens of the app. The border comes from the component around it. */
export const editorTheme = EditorView.theme({
  '&': { color: 'var(--color-ink)', fontSize: 'var(--code-size, 13px)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '20px', overflow: 'auto' },
  '.cm-content': { padding: 'var(--code-padding, 5px) 0', caretColor: 'var(--color-ink)' },
  '.cm-line': { padding: '0 10px' },
  '.cm-placeholder': { color: 'var(--color-muted)' },
  '.cm-content ::selection': { backgroundColor: 'color-mix(in srgb, var(--color-accent) 24%, transparent)' },
  '.cm-dropCursor': { borderLeft: '2px solid var(--color-accent)' },
  '.cm-gutters': {
    backgroundColor: 'transparent',
    color: 'var(--color-muted)',
    border: 'none',
    paddingLeft: '4px',
  },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--color-ink)' },
  '.cm-matchingBracket': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--color-accent-soft)',
    outline: '1px solid var(--color-line-strong)',
    borderRadius: '2px',
  },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'transparent' },
  '.cm-problem': {
    textDecoration: 'underline wavy var(--color-danger)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-tooltip': {
    border: '1px solid var(--color-line)',
    borderRadius: '10px',
    backgroundColor: 'var(--color-raised)',
    color: 'var(--color-ink)',
    boxShadow: 'var(--shadow-float)',
    overflow: 'hidden',
    zIndex: '60',
  },
  // Clear of the border of the field.
  '.cm-tooltip-autocomplete.cm-tooltip-below': { marginTop: '8px' },
  '.cm-tooltip-autocomplete.cm-tooltip-above': { marginBottom: '8px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font-mono)',
    fontSize: '12px',
    maxHeight: '264px',
    minWidth: '280px',
    maxWidth: 'min(420px, 90vw)',
    padding: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'baseline',
    gap: '16px',
    padding: '4px 8px',
    borderRadius: '6px',
    lineHeight: '20px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--color-accent-soft)',
    color: 'var(--color-ink)',
  },
  '.cm-completionLabel': { flex: '0 1 auto', overflow: 'hidden', textOverflow: 'ellipsis', minWidth: '40%' },
  '.cm-completionMatchedText': {
    textDecoration: 'none',
    fontWeight: '700',
    color: 'var(--color-accent-ink)',
  },
  '.cm-completionValue': {
    marginLeft: 'auto',
    color: 'var(--color-muted)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '.cm-tooltip.cm-completionInfo': { padding: '0', width: '320px', maxWidth: '90vw', marginTop: '-1px' },
  '.cm-docs': {
    padding: '10px 12px',
    fontFamily: 'var(--font-sans)',
    fontSize: '12.5px',
    lineHeight: '18px',
  },
  '.cm-docs-signature': { fontFamily: 'var(--font-mono)', fontWeight: '600', overflowWrap: 'anywhere' },
  '.cm-docs-help': { marginTop: '4px', color: 'var(--color-muted)' },
  '.cm-docs-example': {
    marginTop: '6px',
    fontFamily: 'var(--font-mono)',
    fontSize: '11.5px',
    overflowWrap: 'anywhere',
  },
  '.cm-token-delimiter': { color: 'var(--color-accent-ink)', fontWeight: '600' },
  '.cm-token-name': { color: 'var(--color-ink)', fontWeight: '600' },
  '.cm-token-property': { color: 'var(--color-ink)' },
  '.cm-token-function': { color: 'var(--color-accent-ink)' },
  '.cm-token-keyword': { color: 'var(--color-warning-ink)' },
  '.cm-token-string': { color: 'var(--color-success-ink)' },
  '.cm-token-number': { color: 'var(--color-warning-ink)' },
  '.cm-token-regex': { color: 'var(--color-success-ink)' },
  '.cm-token-operator': { color: 'var(--color-muted)' },
  '.cm-token-punctuation': { color: 'var(--color-muted)' },
  '.cm-token-comment': { color: 'var(--color-muted)', fontStyle: 'italic' },
  '.cm-token-invalid': { color: 'var(--color-danger-ink)' },
})

/** The same colours for languages with a parser of their own: JavaScript and JSON. */
export const codeHighlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null, tags.number], color: 'var(--color-warning-ink)' },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: 'var(--color-success-ink)' },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName)],
    color: 'var(--color-accent-ink)',
  },
  { tag: tags.propertyName, color: 'var(--color-accent-ink)' },
  { tag: tags.comment, color: 'var(--color-muted)', fontStyle: 'italic' },
  { tag: [tags.operator, tags.punctuation], color: 'var(--color-muted)' },
  { tag: tags.invalid, color: 'var(--color-danger-ink)' },
])
