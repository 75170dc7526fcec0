import { produce } from 'immer'
import { describe, expect, it } from 'vitest'
import type { FormField } from '../../api/forms.ts'
import { readDocument } from '../../editor/model/definition.ts'
import type { GraphDocument } from '../../graph/types.ts'
import * as edits from './field-edits.ts'
import { readContent, toDefinition } from './form-document.ts'
import { formatOptions, parseOptions } from './option-lines.ts'

const EMAIL: FormField = { name: 'email', type: 'email', required: true, label: 'E-mail', max_length: 50 }
const MEAL: FormField = {
  name: 'meal',
  type: 'radio',
  required: false,
  options: ['a', { value: 'b', label: 'B' }],
}
const SETTINGS = { description: 'Text', max_submissions: 3 }

function open(fields: FormField[] = [EMAIL, MEAL]): GraphDocument {
  return readDocument(toDefinition({ name: 'Form', fields, settings: SETTINGS }))
}

function names(document: GraphDocument): string[] {
  return document.nodes.map(({ id }) => id)
}

describe('the document of a form', () => {
  it('a form is the same after it was read as a document', () => {
    expect(readContent(open())).toEqual({ name: 'Form', fields: [EMAIL, MEAL], settings: SETTINGS })
  })

  it('options are written one per line, and read back', () => {
    const options = ['plain', { value: 'v', label: 'Label' }, 'a = b']
    expect(formatOptions(options)).toBe('plain\nv = Label\na = b = a = b')
    expect(parseOptions('plain\n\n v = Label \n')).toEqual(['plain', { value: 'v', label: 'Label' }])
  })
})

describe('editing fields', () => {
  it('a new field comes after the chosen one and gets the name of its first label, but not of later ones', () => {
    let name = ''
    let document = produce(open(), (draft) => {
      name = edits.addField(draft, 'text', 'email')
    })
    expect(names(document)).toEqual(['email', name, 'meal'])
    document = produce(document, (draft) => {
      edits.setMember(draft, name, 'label', 'Deine Straße & Nr.')
      name = edits.nameByLabel(draft, name)
      edits.setMember(draft, name, 'label', 'Other')
      expect(edits.nameByLabel(draft, name)).toBe(name)
    })
    expect(names(document)).toEqual(['email', 'deine_straße_nr', 'meal'])
  })

  it('two new fields never have the same name', () => {
    const document = produce(open([]), (draft) => {
      for (let count = 0; count < 50; count += 1) edits.addField(draft, 'radio', undefined)
    })
    expect(new Set(names(document)).size).toBe(50)
  })

  it('a taken name gets a number, and a blank one is refused', () => {
    const document = produce(open(), (draft) => {
      expect(edits.renameField(draft, 'meal', 'email')).toBe('email_2')
      expect(edits.renameField(draft, 'email_2', '  ')).toBe('email_2')
    })
    expect(names(document)).toEqual(['email', 'email_2'])
  })

  it('a copy follows its original and shares nothing with it', () => {
    const document = produce(open(), (draft) => {
      const copy = edits.duplicateField(draft, 'meal')
      edits.setMember(draft, copy, 'options', ['c'])
    })
    expect(names(document)).toEqual(['email', 'meal', 'meal_2'])
    expect(readContent(document).fields[1]).toEqual(MEAL)
  })

  it('a field moves to any position, and not beyond the ends', () => {
    const three = open([EMAIL, MEAL, { ...EMAIL, name: 'c' }])
    expect(names(produce(three, (draft) => edits.moveField(draft, 'c', 0)))).toEqual(['c', 'email', 'meal'])
    expect(names(produce(three, (draft) => edits.moveField(draft, 'email', 9)))).toEqual([
      'meal',
      'c',
      'email',
    ])
  })

  it('another type keeps the settings that it has, and drops the others', () => {
    const [text, choice] = readContent(
      produce(open(), (draft) => {
        edits.setMember(draft, 'email', 'default', 'a@example.com')
        edits.setType(draft, 'email', 'textarea')
        edits.setType(draft, 'meal', 'number')
      }),
    ).fields
    expect(text).toEqual({ ...EMAIL, type: 'textarea' })
    expect(choice).toEqual({ name: 'meal', type: 'number', required: false })
  })
})
