import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DraftActions } from './DraftActions.tsx'

test.each([
  ['Vårhälsning', 'Vårhälsning'],
  ['', 'Utan ämne'],
])('the actions of the draft “%s” have names of their own', (subject, name) => {
  const markup = renderToStaticMarkup(<DraftActions id="1" subject={subject} language="sv" />)
  expect(markup).toContain(`aria-label="Öppna ${name}"`)
  expect(markup).toContain(`aria-label="Ta bort ${name}"`)
})
