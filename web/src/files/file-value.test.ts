import { describe, expect, it } from 'vitest'
import { contentUrl, previewKindOf, toFileValue } from './file-value.ts'

const ID = '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa'

describe('files in data', () => {
  it('A value is a file by its id, whatever its other members are', () => {
    expect(
      toFileValue({ $file: ID, name: 'a.pdf', media_type: 'Application/PDF', size: 3, sha256: 'x' }),
    ).toEqual({
      $file: ID,
      name: 'a.pdf',
      media_type: 'application/pdf',
      size: 3,
      sha256: 'x',
    })
    expect(toFileValue({ $file: ID, name: 5, size: '9' })).toMatchObject({
      name: ID,
      size: 0,
      media_type: '',
    })
    for (const value of [null, undefined, 'x', [], {}, { $file: 'x' }, { $file: `${ID}/../..` }]) {
      expect(toFileValue(value)).toBeUndefined()
    }
  })

  it('The address of a content has nothing in it but the id', () => {
    const file = toFileValue({ $file: ID, name: '../x' })
    expect(file && contentUrl(file)).toBe(`/app/v1/files/${ID}/content`)
  })

  it('Files are shown by their type, and HTML as text', () => {
    const kindOf = (type: string, name = 'x') => {
      const file = toFileValue({ $file: ID, name, media_type: type })
      return file && previewKindOf(file)
    }
    expect(kindOf('image/png')).toBe('image')
    expect(kindOf('image/svg+xml')).toBe('image')
    expect(kindOf('application/pdf')).toBe('pdf')
    expect(kindOf('application/octet-stream', 'x.PDF')).toBe('pdf')
    expect(kindOf('text/html')).toBe('text')
    expect(kindOf('application/ld+json')).toBe('text')
    expect(kindOf('application/octet-stream', 'log.txt')).toBe('text')
    expect(kindOf('application/zip', 'x.txt')).toBeUndefined()
    expect(kindOf('video/mp4')).toBeUndefined()
  })
})
