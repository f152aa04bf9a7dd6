/** What the yardstick leaves out, so that nobody takes a ratio for more than it says. The figures were measured once, in one run. */
export const reading = `## How to read the ratios

The bare Worker asks two questions, whatever a page shows, and the portal's pages ask three to seven in their one round trip. The portal's own
questions, asked by a Worker that does nothing else with them, cost by themselves (CPU in ms, 2026-11-21, in one run on a loaded machine, in which
an empty answer took 0.1, one trivial question 1.2 and two of them in two round trips 2.3):

| | questions | alone |
| --- | ---: | ---: |
| Education list, own states | 3 | 1.4 |
| Education view | 7 | 1.9 |
| Dashboard | 5 | 2.6 |
| Profile | 7 | 3.0 |
| GET /Educations, miss | 2 | 2.9 |
| The runner’s poll | 2 | 1.4 |

The whole of the bare Worker took 1.4 to 2.4 in other runs of that day, so for dashboard and profile hardly anything but the questions would fit
into twice that. It also does without what a request to the portal brings along: the way through the frameworks to any answer at all (0.3),
opening the seal of the page cookie, a look into the data centre's cache for whether anything has been purged (0.3), a policy for the page and a line in
the log. The aims stand nevertheless: they say what is left to win.

After the table was measured a profile came to ask once, in one trip instead of three, and SQLite no longer plans prepared questions anew
(decision 123). The portal before and after and the bare Worker, by turns on two cores with a load of ten, so that every figure is
about twice that of a calm machine and those of a line belong together (CPU in ms):

| | before | after | bare |
| --- | ---: | ---: | ---: |
| Education view | 12.2 | 6.5 | 2.2 |
| Dashboard | 7.3 | 6.4 | 1.3 |
| Profile | 15.0 | 10.5 | 1.6 |
| GET /Educations, hit | 2.5 | 2.4 | 1.5 |

The view was also seen at 8.1 to 8.4 before; the others came out alike in other runs. What is left of a profile is spread thin: no function
of its page takes a twentieth of it. A trip to the database costs 0.7 with nothing asked and each question 0.1 besides what it
does (on the same machine), so the dozen questions of a profile come to some 2.5, more than the whole bare Worker; with what a request brings along
nothing is left for the page itself within twice that, and half the bare rate is out of reach while a profile tells as much. At ten times the data the education list fills its page, 130 kB where the small portal has 108: most of
its 1.29 is that.

Since then what the desk sorts and passes over stands with its rows, and misspelt words are looked up (decisions 136 and 137); participants of an
occasion take three trips. At 100,000 people against 2,000, before and after, each pair in turns in a run of its own on two cores with a load of ten:

| | before | after |
| --- | ---: | ---: |
| Educations and occasions, all | 1.52× | 1.31× |
| Educations, searched | 2.02× | 1.77× |
| Search for a misspelt name | 5.50× | 0.89× |
| Search for a misspelt education | 5.92× | 1.39× |
| Education list, misspelt | 2.89× | 1.33× |

Of what a search on the desk still costs more, the large federation shows 25 educations where the small one has three.

What was purged is told since then as well with the session (decision 152), so that nobody known looks into the data centre's cache, and the questions
of a trip are one statement (decision 153). Before, after and bare by turns, 6 s each, on 2026-11-22 on two cores with a load of eighteen, CPU in ms; under
such a load a figure may be off by a tenth, and a rate by more:

| | before | after | bare | before, req/s | after | bare |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
| Education list | 6.98 | 6.06 | 2.71 | 42 | 47 | 79 |
| Education view | 6.88 | 6.25 | 1.61 | 36 | 32 | 107 |
| Dashboard | 8.50 | 6.92 | 1.88 | 35 | 38 | 123 |
| Profile | 12.50 | 11.25 | 1.63 | 25 | 25 | 93 |
| GET /Educations, hit | 2.69 | 2.34 | 2.00 | 112 | 119 | 108 |
| GET /Educations, miss | 7.08 | 7.22 | 2.24 | 34 | 27 | 93 |

By this a kept answer reaches its aim; the others do not. A statement costs 0.12 by itself and a trip with one of them 0.8 (asked by a Worker that
does nothing else, loaded likewise). Of the dashboard's 3.2 for its eight questions 1.05 is what is recommended; the 60 rows of a miss take 1.8. The view's
JavaScript is 2.7 by samples, and no source file of it takes a tenth.

Since then the state of a course is one statement in one trip (decision 184), a request's address is read once, the dashboard seeks what it recommends
among a few dozen educations instead of going through the catalogue, and a list's rows are counted once. Before, after and bare by turns, 5 to 6 s each, on 2026-11-22 on two
cores with a load of nine to fourteen, CPU in ms:

| | before | after | bare |
| --- | ---: | ---: | ---: |
| State written | 5.79 | 3.20 | – |
| State read | 5.51 | 3.16 | – |
| The runner’s poll | 3.21 | 3.33 | 2.20 |
| Dashboard | 10.00 | 10.00 | 2.45 |
| Dashboard at ten times the data | 15.29 | 11.76 | – |

So the dashboard costs 1.18× at ten times the data where it cost 1.53×. State and poll are from before the address was read once, which by itself came out
within what such a load lets one tell. The poll was one trip already and has not become cheaper.

Since then React's parts are put in at once and islands remembered whole (decision 189), questions of several tables go into the one statement too
(decision 153; an education asked four statements in its trip and asks one, a profile nine in two trips and asks one; its second trip went after the table), and the socket leads straight to the Worker, past the two
that Miniflare has in front for files and the bare Worker never had (decision 006). Before, after and bare by turns, 5 s each, on 2026-11-22 on two cores
with a load of 15 to 23, CPU in ms with the middle half of the slices:

| | before | after | bare | before, req/s | after | bare |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
| Education list | 7.84 (5.4–10.7) | 5.17 (4.7–6.5) | 3.00 (2.7–3.3) | 28 | 40 | 57 |
| Education view | 7.66 (7.1–8.9) | 6.12 (4.9–6.3) | 2.19 (2.1–2.4) | 36 | 43 | 79 |
| Dashboard | 10.40 (8.5–10.8) | 8.03 (7.1–9.3) | 2.45 (2.2–2.6) | 23 | 32 | 77 |
| Profile | 13.82 (12.5–17.5) | 9.74 (9.4–10.8) | 1.99 (1.9–2.2) | 11 | 15 | 48 |
| GET /Educations, hit | 2.84 (2.6–3.7) | 2.07 (2.0–2.2) | 2.54 (2.3–2.6) | 58 | 81 | 63 |
| GET /Educations, miss | 5.96 (5.6–6.4) | 5.70 (5.4–6.2) | 2.59 (2.4–2.8) | 18 | 16 | 32 |

Another run, with the socket's part alone and a load of 14, had the miss at 7.3 before and 6.0 after and the poll at 3.8 and 2.7. Each page is asked again and again by one
person, so that all its parts and islands have been there before; those that tell of the person are made for the first time more often where many ask. By
samples of the whole process on the tree before, 40 % of an education's time was in the portal's own JavaScript, 11 in the database's JavaScript in Miniflare, and
4.5 in waiting for the disk that Miniflare's database makes of each trip, reading or not.

Since the table of the whole run the lists were measured again by themselves, at 2 s a row on 2026-11-22 on two cores with a load of 15.37; above stands that
run, of a large portal that was seeded before migration 0471 and brought up to it. Its calendar shows three of a day and how many more there are, and pages its
list (decision 195); whether an education holds an occasion stands with it, so that those one organises are counted along an index; and ids that a search
draws once are not gathered twice. At 100,000 people before and after, by turns, 2 s each under a load of 14 to 21, CPU in ms:

| | before | after |
| --- | ---: | ---: |
| Calendar | 40.0 | 28.8 |
| Occasions that one organises | 11.3 | 8.8 |
| Educations, searched, a full page | 9.4 | 8.2 |

The calendar's page went from 388 kB to 213, and in the small federation from 252 to 178. Under such a load a ratio differs by a fifth from run to run.
What a search costs more in the large federation is the number of those it finds, which are gathered, counted and put in the order of their titles; a search
for educations shows 25 there where the small one has three.
`
