import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RichText } from './rich-text.tsx'

test('rich text renders elements in the slots of a sentence', () => {
  const slots = { file: <code>a.json</code>, link: <a href="/docs">the guide</a> }
  const { container } = render(<RichText text="See {link} before you edit {file}." slots={slots} />)
  expect(container.innerHTML).toBe('See <a href="/docs">the guide</a> before you edit <code>a.json</code>.')
})

test('the compiler rejects rich text without a value for each slot', () => {
  // @ts-expect-error the slot "link" is missing
  const { container } = render(<RichText text="See {link}." slots={{}} />)
  expect(container.textContent).toBe('See .')
})
