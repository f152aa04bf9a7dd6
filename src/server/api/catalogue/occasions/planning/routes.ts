import { serve } from '#api/serve.ts'
import { occasionPlanning } from './contract.ts'
import { listResponsiblePeople } from './responsible-people.ts'
import { listClashes, listPlaces } from './storage.ts'

export const routes = serve(occasionPlanning, {
  'POST /EducationPartOccasions/clashes': ({ body }, { db, actor }) => listClashes(db, actor, body),
  'GET /EducationPartOccasions/places': (_, { db, actor, now }) => listPlaces(db, actor, now),
  'GET /EducationPartOccasions/responsiblePeople': ({ query }, { db, actor, now }) =>
    listResponsiblePeople(db, actor, query.educationPartId, now),
})
