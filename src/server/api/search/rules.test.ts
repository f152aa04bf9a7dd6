import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beginningMatch, folded, insideMatch, isNear, nearMatch, slipsToBegin, wordsOfQuestion } from './rules.ts'

describe('a question', () => {
  test('is read without capitals, marks and signs', () => {
    expect(wordsOfQuestion('  Förarlicens, steg-2! ')).toEqual(['forarlicens', 'steg', '2'])
    expect(folded('ÅÄÖ åäö é')).toBe('aao aao e')
    expect(wordsOfQuestion('"*" OR NEAR(^')).toEqual(['or', 'near'])
  })

  test('has so many words and no more', () => {
    expect(wordsOfQuestion(Array.from({ length: 50 }, (_, i) => `ord${i}`).join(' '))).toHaveLength(8)
    expect(wordsOfQuestion('a'.repeat(500))).toEqual(['a'.repeat(40)])
  })

  test('never becomes anything but quoted words in the index’s language', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const words = wordsOfQuestion(text)
        expect(beginningMatch(words)).toMatch(/^("[^"]+"\*( |$))*$/u)
        expect(insideMatch(words) ?? '').toMatch(/^("[^"]+"( |$))*$/u)
        expect(nearMatch(words) ?? '').toMatch(/^("[^"]+"( OR |$))*$/u)
      }),
    )
  })

  test('looks inside compounds only with words long enough', () => {
    expect(insideMatch(['licens'])).toBe('"licens"')
    expect(insideMatch(['licens', '2'])).toBeNull()
  })
})

describe('a misspelt word', () => {
  const near = (question: string, text: string) => isNear(wordsOfQuestion(question), text)

  test('is taken for the one that was meant', () => {
    for (const slip of ['forarlisens', 'förarlicnes', 'föraarlicens', 'frarlicens', 'förarlice', 'förrlic'])
      expect(near(slip, 'Förarlicens steg 1'), slip).toBe(true)
    for (const slip of ['rlly', 'rlaly', 'raly', 'rally']) expect(near(slip, 'Rally'), slip).toBe(true)
    for (const slip of ['katring', 'krating', 'kartting']) expect(near(slip, 'Karting för unga'), slip).toBe(true)
  })

  test('is not taken for anything', () => {
    expect(near('domare', 'Förarlicens')).toBe(false)
    expect(near('rally', 'Racing')).toBe(false)
    expect(near('abc', 'abd')).toBe(false)
    expect(near('förarlicens domare', 'Förarlicens')).toBe(false)
  })

  test('finds its candidates by three letters in a row, whichever two have changed places', () => {
    for (const [slip, meant] of [
      ['katring', 'kar'],
      ['rlaly', 'ral'],
    ] as const)
      expect(nearMatch([slip])).toContain(`"${meant}"`)
    expect(nearMatch(['abc', 'ab'])).toBeNull()
  })
})

describe('slips', () => {
  const word = fc.stringMatching(/^[a-zåäö]{1,12}$/)

  test('are none for a beginning, and one for one', () => {
    fc.assert(
      fc.property(word, fc.nat(12), (whole, length) => {
        expect(slipsToBegin(whole.slice(0, length), whole)).toBe(0)
      }),
    )
    expect(slipsToBegin('lisens', 'licens')).toBe(1)
    expect(slipsToBegin('lciens', 'licens')).toBe(1)
    expect(slipsToBegin('liens', 'licens')).toBe(1)
    expect(slipsToBegin('liccens', 'licens')).toBe(1)
  })

  test('are never more than the letters typed', () => {
    fc.assert(
      fc.property(word, word, (typed, meant) => {
        expect(slipsToBegin(typed, meant)).toBeLessThanOrEqual(typed.length)
      }),
    )
  })
})
