import { expect, test } from 'vitest'
import { screens } from '#edge/screens.ts'
import { screensBuilt } from './built-screens.ts'

const builtBy = (...pages: string[]) => screensBuilt(screens, pages).map(({ path }) => path)

test('a screen is offered when there is a page for it', () => {
  expect(builtBy('index.astro', 'educations.astro', 'education/[educationId].astro')).toEqual([
    '/',
    '/educations',
    '/education/{educationId}',
  ])
})

test('folders, names of params, capitals and ways to write ä make no difference', () => {
  expect(builtBy('login/index.astro', 'print/cv/[id].astro')).toEqual(['/login', '/print/cv/{userId}'])
  expect(builtBy('import/educationResults.astro')).toEqual(['/import/educationResults'])
  expect(builtBy('skapaexternanvändare.astro'.normalize('NFD'))).toEqual(['/skapaexternanvändare'])
})

test('a page outside the route table offers nothing', () => {
  expect(builtBy('404.astro', 'dev/kit.astro')).toEqual([])
})
