import { Children, Fragment, type ReactNode } from 'react'

/** The code in a message, such as a name or an expression, is between backticks. */
const CODE = /`([^`\n]+)`/

/** Shows the code in the messages of the service as code. Elements among the children stay as they are. */
export function MessageText({ children }: { children: ReactNode }) {
  return Children.map(children, (child) => (typeof child === 'string' ? withCode(child) : child))
}

function withCode(message: string): ReactNode {
  const parts = message.split(CODE)
  if (parts.length === 1) return message
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      // The parts of a message never change their order.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>{part}</Fragment>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <code key={index} className="font-mono text-[0.93em]">
        {part}
      </code>
    ),
  )
}
