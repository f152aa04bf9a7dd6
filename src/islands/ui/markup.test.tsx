import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Avatar } from './Avatar.tsx'
import { toInitials } from './avatar-look.ts'
import { Breadcrumb } from './Breadcrumb.tsx'
import { Button } from './Button.tsx'
import { Checkbox } from './Checkbox.tsx'
import { Combobox } from './Combobox.tsx'
import { DayField } from './DayField.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { Field } from './Field.tsx'
import { FileDrop } from './FileDrop.tsx'
import { Link } from './Link.tsx'
import { Menu } from './Menu.tsx'
import { Pagination } from './Pagination.tsx'
import { PictureField } from './PictureField.tsx'
import { Progress } from './Progress.tsx'
import { ProgressRing } from './ProgressRing.tsx'
import { toPageUrl } from './pagination-look.ts'
import { RadioGroup } from './RadioGroup.tsx'
import { editorAttributes } from './rich-text-look.ts'
import { Select } from './Select.tsx'
import { Switch } from './Switch.tsx'
import { TextArea } from './TextArea.tsx'
import { Tooltip } from './Tooltip.tsx'

const nothing = () => undefined

const parts: [string, ReactElement][] = [
  ['Avatar', <Avatar key="a" name="Alva Lindqvist" src="/a.jpg" />],
  ['Checkbox', <Checkbox key="a" name="terms" label="Villkor" isPartly />],
  [
    'Combobox',
    <Combobox key="a" name="club" label="Förening" items={[{ id: 1, label: 'Karlstad MK' }]} onChange={nothing} />,
  ],
  [
    'FileDrop',
    <FileDrop key="a" name="file" label="Fil" files={[]} onChange={nothing} accept={{ 'text/csv': ['.csv'] }} />,
  ],
  [
    'Menu',
    <Menu key="a" actions={[{ id: 'mail', label: 'Skicka e-post' }]}>
      Mer
    </Menu>,
  ],
  ['Progress', <Progress key="a" label="Import" done={3} total={5} />],
  ['ProgressRing', <ProgressRing key="a" label="3 av 5" done={3} total={5} />],
  ['Select', <Select key="a" name="branch" label="Gren" options={[{ value: 1, label: 'Enduro' }]} />],
  ['Switch', <Switch key="a" name="mails" label="E-post" />],
  ['TextArea', <TextArea key="a" name="text" label="Text" limit={140} />],
  [
    'Tooltip',
    <Tooltip key="a" label="Varning" text="Finns redan">
      !
    </Tooltip>,
  ],
]

test.each(parts)('%s is rendered without inline styles, which the policy forbids', (_name, part) => {
  expect(renderToStaticMarkup(part)).not.toMatch(/\sstyle=/)
})

test('a field is linked to its label, hint and error, and its id is a link target for a summary', () => {
  const field = <Field name="email" label="E-post" hint="Dit skickas kallelsen" error="Skriv en adress" required />
  const html = renderToStaticMarkup(field)
  expect(html).toContain('<label for="field-email"')
  expect(html).toMatch(/<input[^>]*id="field-email"/)
  expect(html).toContain('aria-describedby="field-email-hint field-email-error"')
  expect(html).toContain('aria-invalid="true"')
  const summary = renderToStaticMarkup(<ErrorSummary problems={[{ name: 'email', message: 'Skriv en adress' }]} />)
  expect(summary).toContain('href="#field-email"')
  expect(summary).toContain('Ett fält behöver rättas')
})

test('only an external link opens in a new tab', () => {
  // Browsers have a global of this name, which stands in for a variable that nobody declared.
  vi.stubGlobal('external', {})
  const toPage = renderToStaticMarkup(<Link href="/educations">Alla utbildningar</Link>)
  const away = renderToStaticMarkup(
    <Link href="https://example.org" isExternal>
      Förbundet
    </Link>,
  )
  vi.unstubAllGlobals()
  expect(toPage).not.toContain('target=')
  expect(away).toContain('target="_blank"')
})

const described = { hint: 'Så här', error: 'Fel' }
const fields: [string, ReactElement][] = [
  ['Field', <Field key="a" name="one" label="Ett" {...described} />],
  ['TextArea', <TextArea key="a" name="one" label="Ett" {...described} />],
  ['Select', <Select key="a" name="one" label="Ett" options={[]} {...described} />],
  ['Checkbox', <Checkbox key="a" name="one" label="Ett" {...described} />],
  ['RadioGroup', <RadioGroup key="a" name="one" label="Ett" choices={[]} {...described} />],
  ['DayField', <DayField key="a" name="one" label="Ett" value="" onChange={nothing} {...described} />],
  ['FileDrop', <FileDrop key="a" name="one" label="Ett" files={[]} onChange={nothing} accept={{}} {...described} />],
  [
    'PictureField',
    <PictureField
      key="a"
      name="one"
      label="Ett"
      stored={null}
      value={null}
      onChange={nothing}
      aspect={1}
      {...described}
    />,
  ],
]

test.each(fields)('%s refers to its hint and its error', (_name, field) => {
  const html = renderToStaticMarkup(field)
  expect(html).toContain('id="field-one-hint"')
  expect(html).toContain('id="field-one-error"')
  expect(html).toContain('aria-describedby="field-one-hint field-one-error"')
})

test('the button that chooses a picture is described too, since the keyboard reaches no other control', () => {
  const field = { name: 'one', label: 'Ett', stored: null, value: null, onChange: nothing, aspect: 1 }
  const html = renderToStaticMarkup(<PictureField {...field} hint="Så här" />)
  expect(html).toMatch(/<button[^>]*aria-describedby="field-one-hint"/)
})

test('the editor of a formatted text refers to its hint and its error', () => {
  const look = { id: 'field-one', labelledBy: 'field-one-label' }
  const describedBy = 'field-one-hint field-one-error'
  expect(editorAttributes({ ...look, describedBy, isInvalid: true })).toMatchObject({
    'aria-describedby': describedBy,
    'aria-invalid': 'true',
  })
  expect(editorAttributes({ ...look, describedBy: undefined, isInvalid: false })).not.toHaveProperty('aria-describedby')
})

test('a part that is rendered directly in an English page is in English', () => {
  expect(renderToStaticMarkup(<Breadcrumb crumbs={[{ label: 'Start', href: '/' }]} language="en" />)).toContain(
    'Breadcrumb',
  )
})

test('a busy button keeps its size and announces that it is busy', () => {
  expect(renderToStaticMarkup(<Button isBusy>Sparar</Button>)).toContain('aria-busy="true"')
})

test('the last page number is not announced as the last when more pages exist', () => {
  const counted = renderToStaticMarkup(<Pagination page={1} pages={10} address="/myeducations" />)
  expect([counted.includes('Sida 1 av 10'), counted.split('…').length - 1]).toEqual([true, 1])
  const atLeast = renderToStaticMarkup(<Pagination page={1} pages={10} isLeast address="/myeducations" />)
  expect([atLeast.includes('Sida 1 av minst 10'), atLeast.split('…').length - 1]).toEqual([true, 2])
})

test('pages are links that keep the filters; the first page has one address only', () => {
  const html = renderToStaticMarkup(<Pagination page={2} pages={3} address="/users?role=Educator&page=2" />)
  expect(html).toContain('href="/users?role=Educator&amp;page=3"')
  expect(html).toContain('href="/users?role=Educator"')
  expect(toPageUrl('/users', 1)).toBe('/users')
})

test.each([
  ['Alva Lindqvist', 'AL'],
  ['Åsa', 'Å'],
  ['Carl Gustaf von Öst', 'CÖ'],
  ['  ', ''],
])('the initials of "%s"', (name, initials) => {
  expect(toInitials(name)).toBe(initials)
})

test('a link opens a new tab only when it is external', () => {
  const inside = renderToStaticMarkup(<Link href="/profile/1">Profil</Link>)
  expect(inside).not.toContain('target=')
  expect(
    renderToStaticMarkup(
      <Link href="https://a.example" isExternal>
        A
      </Link>,
    ),
  ).toContain('target="_blank"')
})
