import { beforeEach, expect, test } from 'vitest'
import { focusNodeSoon } from './focus-node.ts'

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
const element = (id: string) => document.getElementById(id) as HTMLElement

beforeEach(() => {
  document.body.innerHTML = `
    <button id="a" data-node="a"></button>
    <button id="b" data-node="b"></button>
    <div id="canvas" tabindex="-1"></div>
    <input id="field" />`
})

test('a node gets the focus after the next paint', async () => {
  element('canvas').focus()
  focusNodeSoon('a')
  expect(document.activeElement).toBe(element('canvas'))
  await nextFrame()
  expect(document.activeElement).toBe(element('a'))
})

test('two keys in a row lead to the second node', async () => {
  element('canvas').focus()
  focusNodeSoon('a')
  focusNodeSoon('b')
  await nextFrame()
  expect(document.activeElement).toBe(element('b'))
})

test('a node gets the focus that went with a field', async () => {
  element('field').focus()
  focusNodeSoon('a')
  element('field').remove()
  await nextFrame()
  expect(document.activeElement).toBe(element('a'))
})

test('what took the focus meanwhile keeps it', async () => {
  element('canvas').focus()
  focusNodeSoon('a')
  element('field').focus()
  await nextFrame()
  expect(document.activeElement).toBe(element('field'))
})
