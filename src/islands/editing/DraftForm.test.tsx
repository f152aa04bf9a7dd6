import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Field } from '../ui/Field.tsx'
import { DraftForm } from './DraftForm.tsx'

const form = {
  base: { name: 'Grundkurs' },
  draft: { name: 'Grundkurs' },
  isDirty: false,
  isBusy: false,
  failure: null,
  conflict: null,
  errorOf: () => undefined,
  change: () => undefined,
  save: async () => undefined,
  decide: () => undefined,
  leaveConflict: () => undefined,
}

const render = (isBusy: boolean) =>
  renderToStaticMarkup(
    <DraftForm form={{ ...form, isBusy }} labelOf={(field) => field}>
      <Field name="name" label="Namn" defaultValue="Grundkurs" />
    </DraftForm>,
  )

/** Lists the tags of the buttons by which Enter in a field submits the form. */
const listSubmitButtons = (html: string) => html.match(/<button[^>]* type="submit"[^>]*>|<button type="submit"[^>]*>/g)

test('a long form has one submit button, so that Enter in a field saves it', () => {
  const html = render(false)
  expect(listSubmitButtons(html)).toHaveLength(1)
  expect(html.match(/<button/g)).toHaveLength(1)
  // `replay-presses.ts` holds a submission before hydration unless the form has an `action`.
  expect(html).toMatch(/^<form novalidate="" class="[^"]*">/i)
})

test('the submit button of a long form is marked as busy during a save', () => {
  expect(listSubmitButtons(render(true))?.[0]).toContain('aria-busy="true"')
})
