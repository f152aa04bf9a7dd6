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

/** GET forms that are no filter of a list, or whose page is more than a list, each with the reason. */
const otherForms: Record<string, string> = {
  'src/components/filters/FilterForm.astro': 'the form of all others',
  'src/components/lists/ListSettings.astro': 'columns and rows of a list',
  'src/layouts/shell/SlideMenu.astro': 'the search of the whole portal',
  'src/pages/search/_parts/SearchForm.astro': 'the search of the whole portal',
  'src/islands/worklist/OccasionFilters.tsx': 'fields that depend on each other',
  'src/pages/calendar/_parts/CalendarFilters.astro': 'folded on a phone',
  'src/pages/educations/_parts/EducationFilters.astro': 'a column beside the cards, filtered while typing',
  'src/pages/katalog/_parts/CatalogueFilters.astro': 'public, folded on a phone',
  'src/pages/katalog/_parts/CatalogueHero.astro': 'the search of the catalogue',
  'src/pages/organization/_parts/ChooseMembers.astro': 'the search is part of a choice of people',
  'src/pages/education/[educationId]/_parts/MailParticipants.astro': 'opens a mailing',
  'src/pages/outbox/_parts/NewMailing.astro': 'opens a mailing',
}

test('a list has the one filter form', () => {
  const found = sources.filter(({ text }) => getFormsOf(text).length > 0).map(({ path }) => path)
  expect(found.toSorted()).toEqual(Object.keys(otherForms).toSorted())
})
