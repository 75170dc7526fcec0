import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import earlyScript from '../../public/theme.js?raw'
import { chooseTheme, useTheme } from './theme.ts'

const shown = () => document.documentElement.dataset['theme']

/** Adds the script to the page like index.html does. */
function loadEarlyScript(): void {
  const script = document.createElement('script')
  script.text = earlyScript
  document.head.append(script)
  script.remove()
}

afterEach(() => chooseTheme('system'))

test('a chosen theme applies immediately, is stored, and is removed by "system"', () => {
  const { result } = renderHook(useTheme)
  expect(result.current).toBe('system')
  act(() => chooseTheme('dark'))
  expect([result.current, shown()]).toEqual(['dark', 'dark'])
  act(() => chooseTheme('system'))
  expect([result.current, shown(), localStorage.length]).toEqual(['system', undefined, 0])
})

test('the script that runs before the first paint applies the stored theme', () => {
  chooseTheme('light')
  delete document.documentElement.dataset['theme']
  loadEarlyScript()
  expect(shown()).toBe('light')
})

test('the script that runs before the first paint ignores an unknown value', () => {
  chooseTheme('dark')
  const [key] = Object.keys(localStorage)
  localStorage.setItem(key ?? '', 'purple')
  delete document.documentElement.dataset['theme']
  loadEarlyScript()
  expect(shown()).toBeUndefined()
})
