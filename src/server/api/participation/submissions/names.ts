import { sql } from 'drizzle-orm'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { educationsView } from '#api/catalogue/educations/views.ts'
import { namedMembershipsOfPeople, nameOfPerson } from '#api/people/users/views.ts'

/**
 * Columns of a row of `submissions`: the names of learner and assignee, the titles of part and education, and the
 * learner's organisations as a JSON object of names by id.
 */
export const namesOfSubmission = {
  userName: nameOfPerson(sql`submissions.user_id`).as('learner_name'),
  assigneeName: nameOfPerson(sql`submissions.assignee_id`).as('assignee_name'),
  partTitle: sql<string>`(select p.title from ${educationPartsView} p where p.id = submissions.education_part_id)`.as(
    'part_title',
  ),
  educationTitle: sql<
    string | null
  >`(select e.title from ${educationsView} e where e.id = submissions.education_id)`.as('education_title'),
  organizations: sql<string>`(
    select json_group_object(cast(m.organization_id as text), m.name) from ${namedMembershipsOfPeople} m
    where m.user_id = submissions.user_id)`.as('organizations'),
}
