import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DayInput } from './FilterDay.tsx'

test('a filter by day is a text field that its form submits, before any script has run', () => {
  const html = renderToStaticMarkup(<DayInput name="from" label="Från" value="2026-01-02" error="Fel dag" />)
  const [input = ''] = /<input[^>]*>/.exec(html) ?? []
  for (const part of ['type="text"', 'name="from"', 'id="field-from"', 'value="2026-01-02"'])
    expect(input).toContain(part)
  expect(input).toContain('placeholder="ÅÅÅÅ-MM-DD"')
  expect(html).toContain('id="field-from-error"')
})
