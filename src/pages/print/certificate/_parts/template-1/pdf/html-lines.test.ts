import { expect, test } from 'vitest'
import { htmlToLines } from './html-lines.ts'

test('paragraphs, line breaks and list items are lines of plain text', () => {
  const html = '<p>Har <b>visat</b><br>kunskap</p><ul><li>Flagg &amp; skylt</li><li>R&#246;d flagg</li></ul><p> </p>'
  expect(htmlToLines(html)).toEqual(['Har visat', 'kunskap', '• Flagg & skylt', '• Röd flagg'])
})
