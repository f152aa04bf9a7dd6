import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ScheduleActions } from './ScheduleActions.tsx'

const schedule = { id: 'a', title: 'Utbildare', isPaused: true, canChange: true, canLeave: false, language: 'sv' }

test('a paused report with receivers can be started again', () => {
  const html = renderToStaticMarkup(<ScheduleActions {...schedule} hasReceivers />)
  expect(html).toContain('Starta Utbildare igen')
  expect(html).not.toContain('Alla mottagare har lämnat rapporten')
})

test('a report that all receivers have left says so, and leads to a new one instead', () => {
  const html = renderToStaticMarkup(<ScheduleActions {...schedule} hasReceivers={false} />)
  expect(html).not.toContain('Starta Utbildare igen')
  expect(html).toContain('Alla mottagare har lämnat rapporten')
  expect(html).toContain('href="#schedule-report"')
  expect(html).toContain('Ta bort Utbildare')
})

test('only a person who may change the report is shown how to replace it', () => {
  const html = renderToStaticMarkup(<ScheduleActions {...schedule} canChange={false} hasReceivers={false} />)
  expect(html).not.toContain('Alla mottagare har lämnat rapporten')
})
