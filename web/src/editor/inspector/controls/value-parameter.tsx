import { Type } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../components/icon-button.tsx'
import { Menu, MenuItem } from '../../../components/menu.tsx'
import * as t from '../../../texts/editor/inspector.ts'
import { useParameterEdits, useParameterValue } from '../form/binding.tsx'
import { convertValue, shapeOf, type ValueShape } from '../form/value-shape.ts'
import { JsonParameter } from './json-parameter.tsx'
import { ListParameter } from './list-parameter.tsx'
import { MapParameter } from './map-parameter.tsx'
import { BooleanParameter, NumberParameter } from './simple-parameters.tsx'
import type { ParameterControlProps } from '../form/parameter-component.ts'
import { TextParameter } from './text-parameter.tsx'

const shapes: readonly ValueShape[] = ['text', 'number', 'boolean', 'object', 'list', 'json', 'empty']

/** A parameter that takes any value: the control follows the value, and a menu changes its type. */
export function ValueParameter({ field, path, onRemove }: ParameterControlProps) {
  const value = useParameterValue(path)
  const { set } = useParameterEdits(path)
  const [asJson, setAsJson] = useState(false)
  const shape = shapeOf(value, field.schema.examples?.[0])
  const choose = (next: ValueShape) => {
    setAsJson(next === 'json')
    if (next !== 'json' && next !== shape) set(convertValue(value, next), field.title)
  }
  const actions = field.mode === 'literal' ? undefined : <ShapeMenu title={field.title} onChoose={choose} />
  const shared = { field, path, onRemove }
  if (asJson) return <JsonParameter {...shared} actions={actions} />
  switch (shape) {
    case 'number':
      return (
        <NumberParameter
          {...shared}
          onToggle={() => set(`{{ ${value === undefined ? '' : JSON.stringify(value)} }}`, field.title)}
        />
      )
    case 'boolean':
      return (
        <BooleanParameter {...shared} onToggle={() => set(`{{ ${JSON.stringify(value)} }}`, field.title)} />
      )
    case 'object':
      return <MapParameter {...shared} actions={actions} />
    case 'list':
      return <ListParameter {...shared} actions={actions} />
    case 'empty':
      return <JsonParameter {...shared} actions={actions} />
    default:
      return <TextParameter {...shared} multiline={field.control !== 'date-time'} actions={actions} />
  }
}

/** Changes the type of a value. */
function ShapeMenu({ title, onChoose }: { title: string; onChoose: (shape: ValueShape) => void }) {
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Type} label={t.valueType(title)} className="md:size-6 [&_svg]:size-3.5" />}
    >
      {shapes.map((shape) => (
        <MenuItem key={shape} onSelect={() => onChoose(shape)}>
          {t.valueTypes[shape]}
        </MenuItem>
      ))}
    </Menu>
  )
}
