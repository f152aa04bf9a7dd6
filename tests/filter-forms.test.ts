import { expect, test } from 'vitest'
import { sourcesIn } from './sources.ts'

const sources = sourcesIn('src').filter(({ path }) => /\.(astro|tsx)$/.test(path))

/** Searches that are the content of their page, with a button of their own. */
const searches = /aria-label=\{t\('(search|submit)'\)\}/

/** Returns the forms of a source that are sent by GET. */
const getFormsOf = (text: string) =>
  [...text.matchAll(/<form\b(?:(?!<\/form>).)*<\/form>/gs)]
    .map(([form]) => form)
    .filter(
      (form) => !/method="post"/i.test(form) && (/method="get"|role="search"/.test(form) || /<search>/.test(text)),
    )

test('the button of a filter is secondary, on every screen', () => {
  const found = sources.flatMap(({ path, text }) =>
    getFormsOf(text)
      .flatMap((form) => form.match(/<Button\b[^>]*type="submit"[^>]*tone="primary"[^>]*>/g) ?? [])
      .filter((button) => !searches.test(button) && !button.includes('name="preview"'))
      .map((button) => `${path}: ${button}`),
  )
  expect(found).toEqual([])
})

test('a filter has no native day field, whose format follows the language of the browser', () => {
  // A visitor who registers has no script, and the browser's field is the one for a date of birth.
  const isAllowed = (path: string) => path === 'src/pages/register/_parts/DetailsStep.astro'
  const found = sources.filter(
    ({ path, text }) => /type="(date|month|week|datetime-local)"/.test(text) && !isAllowed(path),
  )
  expect(found.map(({ path }) => path)).toEqual([])
})
