const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Common Swedish names; any likeness to a living person is coincidence. */
export const firstNames = words(`
  Alva Amir Anders Anja Anna Anton Arvid Astrid Axel Berit Björn Bo Cecilia Daniel Ebba Edvin Elin Elsa Emil Emma
  Erik Eva Fatima Filip Frida Fredrik Greta Gunnar Göran Hanna Hedda Helena Hugo Ida Inger Isak Jakob Jenny Johan
  Johanna Jonas Josef Julia Karin Karl Katarina Kerstin Klara Kristina Lars Leif Leila Lena Linnea Linus Lisa Love
  Lovisa Lukas Magnus Maja Malin Maria Markus Martin Mats Matilda Mikael Milo Mohammed Moa Nils Noor Ola Olivia
  Oskar Patrik Per Peter Pia Ragnar Rasmus Rebecka Robin Saga Samir Sara Signe Sigrid Simon Sofia Stefan Stina
  Sven Tage Tim Tova Tuva Ulf Ulla Vera Viktor Wilma Åsa Älva Örjan
`)

export const lastNames = words(`
  Abrahamsson Ahlgren Alm Andersson Ask Backlund Berg Bergkvist Björk Blom Boström Carlsson Dahl Dahlberg
  Danielsson Ek Eklund Engström Eriksson Falk Forsberg Fransson Friberg Granat Grönlund Gustafsson Hagström
  Hallberg Hammar Hansson Hedlund Hellman Hermansson Holm Hult Håkansson Isaksson Jakobsson Jansson Johansson
  Jonsson Karlsson Kvist Larsson Lind Lindgren Ljung Lund Lundin Löfgren Malm Mattsson Modig Mårtensson Nilsson
  Norberg Nordin Nyström Olofsson Olsson Palm Persson Pettersson Rask Rosén Rydberg Salo Sandberg Sjöberg Skog
  Stark Sten Strand Ström Sund Svensson Söderlund Tall Viklund Vinter Wallin Westman Åberg Åkesson Öberg Öman
`)

/** Places where occasions are held. */
export const cities = words(`
  Arvidsjaur Borlänge Borås Eskilstuna Falkenberg Gävle Hudiksvall Jönköping Kalmar Karlstad Kiruna Kristianstad
  Linköping Luleå Mora Norrköping Skövde Sundsvall Sveg Uddevalla Umeå Uppsala Visby Västervik Växjö Örebro
  Örnsköldsvik Östersund
`)

export const venues: readonly string[] = ['Motorstadion', 'Klubbgården', 'Idrottens hus', 'Norra banan', 'Depåhuset']
