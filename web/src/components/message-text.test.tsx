import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MessageText } from './message-text.tsx'

function textsOf(message: string): { text: string | null; code: (string | null)[] } {
  const { container } = render(<MessageText>{message}</MessageText>)
  return {
    text: container.textContent,
    code: Array.from(container.querySelectorAll('code'), (code) => code.textContent),
  }
}

test('what is between backticks is shown as code, without them', () => {
  expect(textsOf('Unknown name `inptu`. Did you mean `input`?')).toEqual({
    text: 'Unknown name inptu. Did you mean input?',
    code: ['inptu', 'input'],
  })
})

test('a single backtick, an empty pair and a pair over two lines are shown as they are', () => {
  for (const message of ['Unexpected `.', 'An empty `` pair', 'Line `one\nline` two']) {
    expect(textsOf(message)).toEqual({ text: message, code: [] })
  }
})

test('elements in a message stay as they are', () => {
  const { container } = render(
    <MessageText>
      Set `url` in <a href="/settings">the settings</a>.
    </MessageText>,
  )
  expect(container.querySelector('a')?.textContent).toBe('the settings')
  expect(container.textContent).toBe('Set url in the settings.')
})
