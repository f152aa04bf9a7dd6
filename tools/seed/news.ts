import { events } from '#api/catalogue/events/table.ts'
import { withMediumWords, withTagWords } from '#api/catalogue/media/rules.ts'
import { media, mediaTags, mediaToEducation, mediaToTag } from '#api/catalogue/media/table.ts'
import { disturbanceMessages } from '#api/foundation/disturbance-messages/table.ts'
import { portalConfigurations } from '#api/foundation/portal-configuration/table.ts'
import { gdprContacts } from '#api/office/gdpr/table.ts'
import { configuration, disturbance, gdprContact, mediaLibrary, news } from '#story/configuration.ts'
import { findEducation, type World } from './world.ts'

function addMedia(world: World): void {
  const { ledger, calendar } = world
  const tags = [...new Set(mediaLibrary.map((item) => item.tag))]
  tags.forEach((name, position) => {
    ledger.add(mediaTags, withTagWords({ id: position + 1, name, position }))
  })
  mediaLibrary.forEach(({ title, url, tag, education }, at) => {
    const id = at + 1
    const changedAt = calendar.at(-40 * id)
    ledger.add(
      media,
      withMediumWords({ id, title, url, kind: 1, uploadedByUserId: 1, createdAt: changedAt, changedAt }),
    )
    ledger.add(mediaToTag, { mediaId: id, mediaTagId: tags.indexOf(tag) + 1 })
    ledger.add(mediaToEducation, { mediaId: id, educationId: findEducation(world, education).id })
  })
}

/** Adds the office's texts: configuration, news, the disturbance message and links to media. */
export function addNews(world: World): void {
  const { ledger, calendar } = world
  ledger.add(portalConfigurations, { id: 1, configuration, changedAt: calendar.at(-10) })
  ledger.add(gdprContacts, { id: 1, ...gdprContact, changedAt: calendar.at(-300) })
  news.forEach((content, at) => {
    const createdAt = calendar.at(-1 - at * 9, 10)
    ledger.add(events, { content, createdByUserId: at % 2 === 0 ? 1 : 3, createdAt, changedAt: createdAt })
  })
  const from = calendar.at(-1, 8)
  ledger.add(disturbanceMessages, {
    content: disturbance,
    fromAt: from,
    toAt: calendar.at(6),
    createdAt: from,
    changedAt: from,
  })
  addMedia(world)
}
