import { describe, expect, test } from 'vitest'
import { readScormManifest } from './scorm-manifest.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const resource = (id: string, type = 'sco', href = `${id}.html`) =>
  `<resource identifier="${id}" type="webcontent" adlcp:scormtype="${type}" href="${href}"><file href="${href}"/></resource>`
const item = (id: string, inside = '', of = `r${id}`) =>
  `<item identifier="${id}" identifierref="${of}"><title>Del ${id}</title>${inside}</item>`

interface UnitInput {
  version?: string
  schema?: string
  items?: string
  resources?: string
}
const manifest = ({
  version = '1.2',
  schema = 'ADL SCORM',
  items = item('1'),
  resources = resource('r1'),
}: UnitInput = {}) =>
  bytes(`<manifest identifier="KURS" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>${schema}</schema><schemaversion>${version}</schemaversion></metadata>
  <organizations default="O2"><organization identifier="O1"><title>Fel</title></organization>
  <organization identifier="O2"><title> Kursen </title>${items}</organization></organizations>
  <resources>${resources}</resources></manifest>`)

test('reads a course of one SCO', () => {
  expect(readScormManifest(manifest())).toMatchObject({
    format: 'scorm12',
    identifier: 'KURS',
    title: 'Kursen',
    units: [{ identifier: '1', title: 'Del 1', launch: 'r1.html', groups: [], moveOn: null, masteryScore: null }],
  })
})

test('lists the SCOs of chapters in order, without assets', () => {
  const items = `${item('1')}<item identifier="K"><title>Kapitel</title>${item('2')}${item('3')}</item>`
  const resources = resource('r1') + resource('r2', 'asset') + resource('r3')
  expect(readScormManifest(manifest({ items, resources }))).toMatchObject({
    units: [{ identifier: '1' }, { identifier: '3', groups: [{ identifier: 'K', title: 'Kapitel' }] }],
  })
})

test('the limit for passing and the launch data of an item', () => {
  const items = item('1', '<adlcp:masteryscore>80</adlcp:masteryscore><adlcp:datafromlms>a=1</adlcp:datafromlms>')
  expect(readScormManifest(manifest({ items }))).toMatchObject({
    units: [{ masteryScore: 0.8, launchParameters: 'a=1' }],
  })
})

test('reads the properties of an item in SCORM 1.2', () => {
  const inside = `<adlcp:prerequisites type="aicc_script">X</adlcp:prerequisites><adlcp:maxtimeallowed>00:30:00</adlcp:maxtimeallowed>
    <adlcp:timelimitaction>exit, no message</adlcp:timelimitaction>`
  const scormTerms = {
    maxTime: '00:30:00',
    timeLimitAction: 'exit,no message',
    completionThreshold: null,
    objectives: [],
    objectiveMaps: [],
  }
  expect(readScormManifest(manifest({ items: item('1', inside) }))).toMatchObject({ units: [{ scormTerms }] })
})

const measured = (satisfied: string, measure: string) =>
  `<imsss:sequencing><imsss:objectives><imsss:primaryObjective satisfiedByMeasure="${satisfied}">${measure}</imsss:primaryObjective>
  </imsss:objectives><imsss:limitConditions attemptAbsoluteDurationLimit="PT20M"/></imsss:sequencing>`

test.each<[string, number | null, number | null]>([
  [measured('true', '<imsss:minNormalizedMeasure>0.75</imsss:minNormalizedMeasure>'), 0.75, null],
  [measured('true', ''), 1, null],
  [measured('false', '<imsss:minNormalizedMeasure>0.75</imsss:minNormalizedMeasure>'), null, null],
  [measured('true', '<imsss:minNormalizedMeasure>7</imsss:minNormalizedMeasure>'), null, null],
  ['<adlcp:completionThreshold>0.8</adlcp:completionThreshold>', null, 0.8],
  ['<adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.6"/>', null, 0.6],
  ['<adlcp:completionThreshold completedByMeasure="false" minProgressMeasure="0.6"/>', null, null],
])('SCORM 2004 with %s', (inside, masteryScore, completionThreshold) => {
  const read = readScormManifest(manifest({ version: '2004 4th Edition', items: item('1', inside) }))
  expect(read).toMatchObject({ units: [{ masteryScore, scormTerms: { completionThreshold } }] })
})

test('the objectives that SCORM 2004 names', () => {
  const inside = `<imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID="P"/><imsss:objective objectiveID="a"/>
    <imsss:objective objectiveID="b"/><imsss:objective objectiveID="a"/></imsss:objectives></imsss:sequencing>`
  const read = readScormManifest(manifest({ version: '2004 3rd Edition', items: item('1', inside) }))
  expect(read).toMatchObject({ units: [{ scormTerms: { objectives: ['P', 'a', 'b'] } }] })
})

describe('the sequencing of SCORM 2004', () => {
  /** A quiz that controls pages, which are closed once their objective is met, as many courses do. */
  const sequencing = (inside: string, ref = '') => `<imsss:sequencing${ref}>${inside}</imsss:sequencing>`
  const map = (target: string, more = '') =>
    `<imsss:mapInfo targetObjectiveID="${target}" readSatisfiedStatus="true" ${more}/>`
  const collection = `<imsss:sequencingCollection><imsss:sequencing ID="pages"><imsss:sequencingRules><imsss:preConditionRule>
    <imsss:ruleConditions><imsss:ruleCondition condition="satisfied"/></imsss:ruleConditions><imsss:ruleAction action="skip"/>
    </imsss:preConditionRule></imsss:sequencingRules>
    <imsss:rollupRules rollupObjectiveSatisfied="false" rollupProgressCompletion="false"/></imsss:sequencing></imsss:sequencingCollection>`
  const page = sequencing(
    `<imsss:objectives><imsss:primaryObjective objectiveID="P">${map('flags')}</imsss:primaryObjective></imsss:objectives>`,
    ' IDRef="pages"',
  )
  const quiz = sequencing(`<imsss:objectives><imsss:primaryObjective/><imsss:objective objectiveID="o">
    ${map('flags', 'writeSatisfiedStatus="true" writeNormalizedMeasure="true" readNormalizedMeasure="false"')}</imsss:objective></imsss:objectives>
    <imsss:rollupRules rollupProgressCompletion="false"/>`)
  const read = (items: string, more = '') => {
    const text = new TextDecoder().decode(
      manifest({ version: '2004 4th Edition', items, resources: resource('r1') + resource('r2') + resource('r3') }),
    )
    const found = readScormManifest(bytes(text.replace('</manifest>', `${more}</manifest>`)))
    if (typeof found === 'string') throw new Error(found)
    return found
  }

  test('reads which objectives units share, also from a shared sequencing collection', () => {
    const { units } = read(item('1', page) + item('2', quiz), collection)
    const [first, second] = units.map(({ scormTerms }) => scormTerms?.objectiveMaps)
    const reading = { target: 'flags', readsSatisfied: true, writesSatisfied: false, writesMeasure: false }
    expect(first).toEqual([{ objective: 'P', isPrimary: true, ...reading, readsMeasure: true }])
    const writing = { target: 'flags', readsSatisfied: true, writesSatisfied: true, writesMeasure: true }
    expect(second).toEqual([{ objective: 'o', isPrimary: false, ...writing, readsMeasure: false }])
  })

  test('reads what counts: a page without rollup is left open, and a test may count by its result only', () => {
    const { units } = read(item('1', page) + item('2', quiz), collection)
    expect(units.map(({ moveOn }) => moveOn)).toEqual(['NotApplicable', 'Passed'])
  })

  test('the units of a chapter that does not count do not count either', () => {
    const chapter = (inside: string) =>
      `<item identifier="K"><title>K</title>${item('2')}${item('3', quiz)}${sequencing(inside)}</item>`
    const countingBy = (inside: string) => read(item('1') + chapter(inside)).units.map(({ moveOn }) => moveOn)
    expect(countingBy('<imsss:deliveryControls tracked="false"/>')).toEqual([null, 'NotApplicable', 'NotApplicable'])
    expect(countingBy('<imsss:rollupRules rollupObjectiveSatisfied="false"/>')).toEqual([
      null,
      'Completed',
      'NotApplicable',
    ])
  })

  test.each<[string, string]>([
    ['order', '<imsss:controlMode choice="false" flow="true"/>'],
    ['order', '<imsss:controlMode flow="true" forwardOnly="true"/>'],
    ['order', '<adlseq:constrainedChoiceConsiderations constrainChoice="true"/>'],
    ['rollup', '<imsss:rollupRules><imsss:rollupRule childActivitySet="any"/></imsss:rollupRules>'],
    ['rollup', '<adlseq:rollupConsiderations requiredForCompleted="ifNotSkipped"/>'],
    ['attemptLimit', '<imsss:limitConditions attemptLimit="2"/>'],
    ['chance', '<imsss:randomizationControls randomizationTiming="once" reorderChildren="true"/>'],
  ])('reports unsupported sequencing: %s, by %s', (note, inside) => {
    expect(read(item('1', sequencing(inside)) + item('2')).notes).toEqual([note])
    expect(read(item('1', sequencing(inside))).notes).toEqual(note === 'attemptLimit' ? [note] : [])
  })

  test('reports conditions in a collection and objectives of chapters, but not the defaults of authoring tools', () => {
    expect(read(item('1', page) + item('2', quiz), collection).notes).toEqual(['conditions'])
    const shared = sequencing(
      `<imsss:objectives><imsss:primaryObjective>${map('x')}</imsss:primaryObjective></imsss:objectives>`,
    )
    const chapter = `<item identifier="K"><title>K</title>${item('2')}${shared}</item>`
    expect(read(item('1') + chapter).notes).toEqual(['chapterObjectives'])
    const usual =
      '<imsss:controlMode choice="true" flow="true"/><imsss:deliveryControls completionSetByContent="true"/>'
    expect(read(item('1', sequencing(usual)) + item('2')).notes).toEqual([])
  })
})

test('reports prerequisites of SCORM 1.2 as unsupported', () => {
  const items = item('1') + item('2', '<adlcp:prerequisites type="aicc_script">1</adlcp:prerequisites>')
  expect(readScormManifest(manifest({ items, resources: resource('r1') + resource('r2') }))).toMatchObject({
    notes: ['prerequisites'],
  })
})

test('reads the base folder of the files and the parameters of the address', () => {
  const based = new TextDecoder()
    .decode(manifest({ items: item('1').replace('identifierref', 'parameters="?a=1&amp;b=2" identifierref') }))
    .replace('<manifest ', '<manifest xml:base="kurs/" ')
    .replace('<resources>', '<resources xml:base="sidor/">')
    .replace('<resource ', '<resource xml:base="ett/" ')
  expect(readScormManifest(bytes(based))).toMatchObject({ units: [{ launch: 'kurs/sidor/ett/r1.html?a=1&b=2' }] })
})

test.each([
  ['1.2', 'scorm12'],
  ['CAM 1.3', 'scorm2004'],
  ['2004 3rd Edition', 'scorm2004'],
  ['2004 4th Edition', 'scorm2004'],
  ['1.1', 'package_scorm_version'],
  ['', 'package_scorm_version'],
])('schemaversion %s is %s', (version, format) => {
  const read = readScormManifest(manifest({ version }))
  expect(typeof read === 'string' ? read : read.format).toBe(format)
})

describe('a refused manifest', () => {
  test.each<[string, Uint8Array]>([
    ['package_common_cartridge', manifest({ schema: 'IMS Common Cartridge', version: '1.3.0' })],
    ['package_scorm_without_sco', manifest({ resources: resource('r1', 'asset') })],
    ['package_scorm_without_sco', manifest({ items: '' })],
    ['package_manifest_invalid', manifest({ items: item('1') + item('1') })],
    ['package_manifest_invalid', bytes('<tincan/>')],
    ['package_manifest_invalid', bytes('<!DOCTYPE a><manifest/>')],
  ])('%s', (refusal, manifest) => {
    expect(readScormManifest(manifest)).toBe(refusal)
  })
})
