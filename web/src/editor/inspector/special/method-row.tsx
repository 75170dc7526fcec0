import * as t from '../../../texts/editor/inspector.ts'
import { EnumParameter } from '../controls/simple-parameters.tsx'
import { TextParameter } from '../controls/text-parameter.tsx'
import { useParameterValue, type ParameterPath } from '../form/binding.tsx'
import type { ParameterField } from '../form/schema-fields.ts'

interface MethodRowProps {
  method: ParameterField
  url: ParameterField
  path: ParameterPath
}

/** The method and the address of a request, in one row as people say them. */
export function MethodRow({ method, url, path }: MethodRowProps) {
  const value = useParameterValue([...path, 'method'])
  const isComputed = typeof value === 'string' && value.includes('{{')
  if (isComputed) {
    return (
      <>
        <TextParameter field={method} path={[...path, 'method']} />
        <TextParameter field={url} path={[...path, 'url']} />
      </>
    )
  }
  return (
    <div data-parameter="url">
      <TextParameter
        field={url}
        label={t.methodAndAddress}
        path={[...path, 'url']}
        before={
          <div className="w-25 shrink-0">
            <EnumParameter
              field={{ ...method, isRequired: false }}
              path={[...path, 'method']}
              onToggle={undefined}
              hideLabel
            />
          </div>
        }
      />
    </div>
  )
}
