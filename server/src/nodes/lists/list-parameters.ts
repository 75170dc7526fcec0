import Type from 'typebox'

/** Describes the parameter `items` of a node for lists. */
export function describeItems(atMost: string) {
  return {
    title: 'Items',
    description: `A list of at most ${atMost} items, usually an expression such as \`{{ input.orders }}\`. Without it, the output of the previous node.`,
    examples: ['{{ input.orders }}'],
  }
}

export const ITEMS = describeItems('100,000')

/** The parameter `items`, shared by the nodes for lists. */
export const itemsParameter = Type.Optional(Type.Unknown(ITEMS))

export const FIELD_HELP =
  'Such as `total`, or `customer.country` for a field inside another one. Empty: the item itself.'

/** A text that names a field of the items. */
export function fieldParameter(description: string) {
  return Type.Optional(Type.String({ title: 'Field', description, maxLength: 500 }))
}

export function fieldList(title: string, description: string) {
  return Type.Array(Type.String({ maxLength: 500 }), { title, description, maxItems: 20 })
}
