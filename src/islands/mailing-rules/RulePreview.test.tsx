import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NextRun } from './RulePreview.tsx'

test.each([
  [true, 'Sparar du regeln nu skickas 2 mejl vid nästa körning.'],
  [false, 'Slår du på regeln nu skickas 2 mejl vid nästa körning.'],
])('a rule whose switch is %s says when its next mails are sent', (isOn, text) => {
  expect(renderToStaticMarkup(<NextRun count={2} isOn={isOn} />)).toContain(text)
})
