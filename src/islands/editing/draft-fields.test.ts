import { expect, test } from 'vitest'
import { draftFields } from './draft-fields.ts'

interface Draft {
  title: string
  code: string | null
  rate: number
  active: boolean
  ids: number[]
  until: Date | null
}

const until = new Date('2026-05-04T10:00:00Z')
const draft: Draft = { title: 'Depå', code: null, rate: 6, active: true, ids: [3], until }

function bound(prefix?: string) {
  const changes: Partial<Draft>[] = []
  const form = {
    draft,
    change: (fields: Partial<Draft>) => void changes.push(fields),
    errorOf: (field: string) => (field === 'title' ? 'Skriv en titel' : undefined),
  }
  return { changes, fields: draftFields(form, (field) => `label of ${field}`, prefix) }
}

test('a field has its name, label, value and error', () => {
  const { fields, changes } = bound('part-')
  const { onChange, ...title } = fields.text('title')
  expect(title).toEqual({ name: 'part-title', label: 'label of title', error: 'Skriv en titel', value: 'Depå' })
  onChange({ target: { value: 'Bana' } })
  expect(changes).toEqual([{ title: 'Bana' }])
})

test('an empty text is shown for null, and stored as null where the field is optional', () => {
  const { fields, changes } = bound()
  expect(fields.text('code').value).toBe('')
  fields.optionalText('code').onChange({ target: { value: '' } })
  fields.text('code').onChange({ target: { value: '' } })
  expect(changes).toEqual([{ code: null }, { code: '' }])
})

test('a choice stores the value of its option, and nothing else', () => {
  const { fields, changes } = bound()
  const rate = fields.choice(
    'rate',
    [6, 25].map((value) => ({ value, label: `${value} %` })),
  )
  rate.onChange({ target: { value: '25' } })
  rate.onChange({ target: { value: '' } })
  expect(changes).toEqual([{ rate: 25 }])
})

test('ticks, dates and lists keep their own types', () => {
  const { fields, changes } = bound()
  expect([fields.tick('active').checked, fields.value('until').value, fields.chosen('ids').chosen]).toEqual([
    true,
    until,
    [3],
  ])
  fields.tick('active').onChange({ target: { checked: false } })
  fields.value('until').onChange(null)
  fields.chosen('ids').onChange([3, 4])
  expect(changes).toEqual([{ active: false }, { until: null }, { ids: [3, 4] }])
})
