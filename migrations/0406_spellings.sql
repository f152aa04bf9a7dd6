-- What may have been meant by a misspelt word: every word that something is called by, and keys under which it is found whichever letter of
-- its beginning is missing, added, changed or swapped. A question looks up a handful of keys, however much there is to find.

-- As search/rules.ts folds: a letter without its marks and small; a mark by itself is nothing.
CREATE TABLE letters (marked text PRIMARY KEY NOT NULL, plain text NOT NULL) WITHOUT ROWID;
INSERT INTO letters (marked, plain)
WITH listed AS (SELECT json_extract(value, '$[0]') AS plain, json_extract(value, '$[1]') AS marked FROM json_each('[
["a","ÀÁÂÃÄÅàáâãäåĀāĂăĄąǍǎǞǟǠǡǺǻȀȁȂȃȦȧḀḁẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặ"],["æ","ÆǢǣǼǽ"],["c","ÇçĆćĈĉĊċČčḈḉ"],
["e","ÈÉÊËèéêëĒēĔĕĖėĘęĚěȄȅȆȇȨȩḔḕḖḗḘḙḚḛḜḝẸẹẺẻẼẽẾếỀềỂểỄễỆệ"],["i","ÌÍÎÏìíîïĨĩĪīĬĭĮįİǏǐȈȉȊȋḬḭḮḯỈỉỊị"],["ð","Ð"],
["n","ÑñŃńŅņŇňǸǹṄṅṆṇṈṉṊṋ"],["o","ÒÓÔÕÖòóôõöŌōŎŏŐőƠơǑǒǪǫǬǭȌȍȎȏȪȫȬȭȮȯȰȱṌṍṎṏṐṑṒṓỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợ"],["ø","ØǾǿ"],
["u","ÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲųƯưǓǔǕǖǗǘǙǚǛǜȔȕȖȗṲṳṴṵṶṷṸṹṺṻỤụỦủỨứỪừỬửỮữỰự"],["y","ÝýÿŶŷŸȲȳẎẏẙỲỳỴỵỶỷỸỹ"],["þ","Þ"],["d","ĎďḊḋḌḍḎḏḐḑḒḓ"],
["đ","Đ"],["g","ĜĝĞğĠġĢģǦǧǴǵḠḡ"],["h","ĤĥȞȟḢḣḤḥḦḧḨḩḪḫẖ"],["ħ","Ħ"],["ĳ","Ĳ"],["j","Ĵĵǰ"],["k","ĶķǨǩḰḱḲḳḴḵ"],["l","ĹĺĻļĽľḶḷḸḹḺḻḼḽ"],
["ŀ","Ŀ"],["ł","Ł"],["ŋ","Ŋ"],["œ","Œ"],["r","ŔŕŖŗŘřȐȑȒȓṘṙṚṛṜṝṞṟ"],["s","ŚśŜŝŞşŠšȘșṠṡṢṣṤṥṦṧṨṩ"],["t","ŢţŤťȚțṪṫṬṭṮṯṰṱẗ"],["ŧ","Ŧ"],
["w","ŴŵẀẁẂẃẄẅẆẇẈẉẘ"],["z","ŹźŻżŽžẐẑẒẓẔẕ"],["ɓ","Ɓ"],["ƃ","Ƃ"],["ƅ","Ƅ"],["ɔ","Ɔ"],["ƈ","Ƈ"],["ɖ","Ɖ"],["ɗ","Ɗ"],["ƌ","Ƌ"],
["ǝ","Ǝ"],["ə","Ə"],["ɛ","Ɛ"],["ƒ","Ƒ"],["ɠ","Ɠ"],["ɣ","Ɣ"],["ɩ","Ɩ"],["ɨ","Ɨ"],["ƙ","Ƙ"],["ɯ","Ɯ"],["ɲ","Ɲ"],["ɵ","Ɵ"],["ƣ","Ƣ"],
["ƥ","Ƥ"],["ʀ","Ʀ"],["ƨ","Ƨ"],["ʃ","Ʃ"],["ƭ","Ƭ"],["ʈ","Ʈ"],["ʊ","Ʊ"],["ʋ","Ʋ"],["ƴ","Ƴ"],["ƶ","Ƶ"],["ʒ","ƷǮǯ"],["ƹ","Ƹ"],["ƽ","Ƽ"],
["ǆ","Ǆǅ"],["ǉ","Ǉǈ"],["ǌ","Ǌǋ"],["ǥ","Ǥ"],["ǳ","Ǳǲ"],["ƕ","Ƕ"],["ƿ","Ƿ"],["ȝ","Ȝ"],["ƞ","Ƞ"],["ȣ","Ȣ"],["ȥ","Ȥ"],["ⱥ","Ⱥ"],
["ȼ","Ȼ"],["ƚ","Ƚ"],["ⱦ","Ⱦ"],["ɂ","Ɂ"],["ƀ","Ƀ"],["ʉ","Ʉ"],["ʌ","Ʌ"],["ɇ","Ɇ"],["ɉ","Ɉ"],["ɋ","Ɋ"],["ɍ","Ɍ"],["ɏ","Ɏ"],
["","̴̵̶̷̸̡̢̧̨̛̖̗̘̙̜̝̞̟̠̣̤̥̦̩̪̫̬̭̮̯̰̱̲̳̹̺̻̼͇͈͉͍͎̀́̂̃̄̅̆̇̈̉̊̋̌̍̎̏̐̑̒̓̔̽̾̿̀́͂̓̈́͆͊͋͌̕̚ͅ͏͓͔͕͖͙͚͐͑͒͗͛ͣͤͥͦͧͨͩͪͫͬͭͮͯ͘͜͟͢͝͞͠͡"],
["b","ḂḃḄḅḆḇ"],["f","Ḟḟ"],["m","ḾḿṀṁṂṃ"],["p","ṔṕṖṗ"],["v","ṼṽṾṿ"],["x","ẊẋẌẍ"],["ſ","ẛ"],["ß","ẞ"],["ỻ","Ỻ"],["ỽ","Ỽ"],["ỿ","Ỿ"]
]')),
each (plain, marked, rest) AS (
  SELECT plain, substr(marked, 1, 1), substr(marked, 2) FROM listed
  UNION ALL
  SELECT plain, substr(rest, 1, 1), substr(rest, 2) FROM each WHERE rest <> ''
)
SELECT marked, plain FROM each;

-- How many times something is called so; a word that nothing is called by any more is gone.
CREATE TABLE spellings (vocabulary text NOT NULL, word text NOT NULL, uses integer NOT NULL, PRIMARY KEY (vocabulary, word)) WITHOUT ROWID;
CREATE TABLE spelling_keys (vocabulary text NOT NULL, key text NOT NULL, word text NOT NULL, PRIMARY KEY (vocabulary, key, word)) WITHOUT ROWID;

-- The first four and the first five letters, whole and with one of them left out.
CREATE VIEW keys_of_spellings AS
SELECT DISTINCT s.vocabulary, s.word,
  size.value || ':' || substr(substr(s.word, 1, size.value), 1, gap.value - 1) || substr(substr(s.word, 1, size.value), gap.value + 1) AS key
FROM spellings s CROSS JOIN json_each('[4,5]') size CROSS JOIN json_each('[1,2,3,4,5,6]') gap
WHERE gap.value <= length(substr(s.word, 1, size.value)) + 1;

CREATE TRIGGER spelling_begins AFTER INSERT ON spellings
BEGIN
  INSERT INTO spelling_keys (vocabulary, key, word)
  SELECT vocabulary, key, word FROM keys_of_spellings WHERE vocabulary = new.vocabulary AND word = new.word;
END;

CREATE TRIGGER spelling_ends AFTER UPDATE OF uses ON spellings WHEN new.uses <= 0
BEGIN
  DELETE FROM spelling_keys WHERE vocabulary = new.vocabulary AND word = new.word
    AND key IN (SELECT key FROM keys_of_spellings WHERE vocabulary = new.vocabulary AND word = new.word);
  DELETE FROM spellings WHERE vocabulary = new.vocabulary AND word = new.word;
END;

-- Inserting a text here counts its words, by one or by minus one.
CREATE VIEW said AS SELECT vocabulary, word AS text, uses AS by FROM spellings;
CREATE TRIGGER count_said INSTEAD OF INSERT ON said
BEGIN
  INSERT INTO spellings (vocabulary, word, uses)
  SELECT new.vocabulary, value, new.by * count(*) FROM json_each((
    WITH places (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM places WHERE at < length(new.text)),
    read (at, sign) AS (SELECT at, substr(new.text, at, 1) FROM places)
    SELECT '["' || replace(group_concat(letter, ''), ' ', '","') || '"]' FROM (
      SELECT CASE
        WHEN unicode(sign) < 128 THEN iif(sign GLOB '[a-zA-Z0-9]', lower(sign), ' ')
        WHEN unicode(sign) < 192 OR unicode(sign) IN (215, 247) OR unicode(sign) BETWEEN 8192 AND 12287 THEN ' '
        ELSE coalesce((SELECT plain FROM letters WHERE marked = sign), sign)
      END AS letter FROM read ORDER BY at
    )
  )) WHERE length(value) >= 3 GROUP BY value
  ON CONFLICT (vocabulary, word) DO UPDATE SET uses = uses + excluded.uses;
END;

-- Whatever something is called by.
CREATE TRIGGER users_said_insert AFTER INSERT ON users
BEGIN
  INSERT INTO said (vocabulary, text, by) VALUES ('users', new.first_name || ' ' || new.last_name, 1);
END;

CREATE TRIGGER users_said_update AFTER UPDATE OF first_name, last_name ON users
WHEN new.first_name || ' ' || new.last_name IS NOT old.first_name || ' ' || old.last_name
BEGIN
  INSERT INTO said (vocabulary, text, by) VALUES ('users', new.first_name || ' ' || new.last_name, 1);
  INSERT INTO said (vocabulary, text, by) VALUES ('users', old.first_name || ' ' || old.last_name, -1);
END;

CREATE TRIGGER users_said_delete AFTER DELETE ON users
BEGIN
  INSERT INTO said (vocabulary, text, by) VALUES ('users', old.first_name || ' ' || old.last_name, -1);
END;

CREATE TRIGGER educations_said_insert AFTER INSERT ON educations
BEGIN
  INSERT INTO said (vocabulary, text, by) VALUES ('catalogue', new.title || ' ' || coalesce(new.code, ''), 1);
END;

CREATE TRIGGER educations_said_update AFTER UPDATE OF title, code ON educations
WHEN new.title || ' ' || coalesce(new.code, '') IS NOT old.title || ' ' || coalesce(old.code, '')
BEGIN
  INSERT INTO said (vocabulary, text, by) VALUES ('catalogue', new.title || ' ' || coalesce(new.code, ''), 1);
  INSERT INTO said (vocabulary, text, by) VALUES ('catalogue', old.title || ' ' || coalesce(old.code, ''), -1);
END;

CREATE TRIGGER educations_said_delete AFTER DELETE ON educations
BEGIN
  INSERT INTO said (vocabulary, text, by) VALUES ('catalogue', old.title || ' ' || coalesce(old.code, ''), -1);
END;

CREATE TRIGGER education_parts_said_insert AFTER INSERT ON education_parts
BEGIN
  INSERT INTO said (vocabulary, text, by) VALUES ('catalogue', new.title, 1);
END;

CREATE TRIGGER education_parts_said_update AFTER UPDATE OF title ON education_parts
WHEN new.title IS NOT old.title
BEGIN
  INSERT INTO said (vocabulary, text, by) VALUES ('catalogue', new.title, 1);
  INSERT INTO said (vocabulary, text, by) VALUES ('catalogue', old.title, -1);
END;

CREATE TRIGGER education_parts_said_delete AFTER DELETE ON education_parts
BEGIN
  INSERT INTO said (vocabulary, text, by) VALUES ('catalogue', old.title, -1);
END;

CREATE TRIGGER education_categories_said_insert AFTER INSERT ON education_categories
BEGIN
  INSERT INTO said (vocabulary, text, by) VALUES ('catalogue', new.name, 1);
END;

CREATE TRIGGER education_categories_said_update AFTER UPDATE OF name ON education_categories
WHEN new.name IS NOT old.name
BEGIN
  INSERT INTO said (vocabulary, text, by) VALUES ('catalogue', new.name, 1);
  INSERT INTO said (vocabulary, text, by) VALUES ('catalogue', old.name, -1);
END;

CREATE TRIGGER education_categories_said_delete AFTER DELETE ON education_categories
BEGIN
  INSERT INTO said (vocabulary, text, by) VALUES ('catalogue', old.name, -1);
END;

CREATE TRIGGER occasions_said_insert AFTER INSERT ON occasions
BEGIN
  INSERT INTO said (vocabulary, text, by) VALUES ('catalogue', coalesce(new.title, '') || ' ' || new.city || ' ' || coalesce(new.venue, ''), 1);
END;

CREATE TRIGGER occasions_said_update AFTER UPDATE OF title, city, venue ON occasions
WHEN coalesce(new.title, '') || ' ' || new.city || ' ' || coalesce(new.venue, '') IS NOT coalesce(old.title, '') || ' ' || old.city || ' ' || coalesce(old.venue, '')
BEGIN
  INSERT INTO said (vocabulary, text, by) VALUES ('catalogue', coalesce(new.title, '') || ' ' || new.city || ' ' || coalesce(new.venue, ''), 1);
  INSERT INTO said (vocabulary, text, by) VALUES ('catalogue', coalesce(old.title, '') || ' ' || old.city || ' ' || coalesce(old.venue, ''), -1);
END;

CREATE TRIGGER occasions_said_delete AFTER DELETE ON occasions
BEGIN
  INSERT INTO said (vocabulary, text, by) VALUES ('catalogue', coalesce(old.title, '') || ' ' || old.city || ' ' || coalesce(old.venue, ''), -1);
END;

CREATE TRIGGER media_said_insert AFTER INSERT ON media
BEGIN
  INSERT INTO said (vocabulary, text, by) VALUES ('media', new.title, 1);
END;

CREATE TRIGGER media_said_update AFTER UPDATE OF title ON media
WHEN new.title IS NOT old.title
BEGIN
  INSERT INTO said (vocabulary, text, by) VALUES ('media', new.title, 1);
  INSERT INTO said (vocabulary, text, by) VALUES ('media', old.title, -1);
END;

CREATE TRIGGER media_said_delete AFTER DELETE ON media
BEGIN
  INSERT INTO said (vocabulary, text, by) VALUES ('media', old.title, -1);
END;

CREATE TRIGGER media_tags_said_insert AFTER INSERT ON media_tags
BEGIN
  INSERT INTO said (vocabulary, text, by) VALUES ('media', new.name, 1);
END;

CREATE TRIGGER media_tags_said_update AFTER UPDATE OF name ON media_tags
WHEN new.name IS NOT old.name
BEGIN
  INSERT INTO said (vocabulary, text, by) VALUES ('media', new.name, 1);
  INSERT INTO said (vocabulary, text, by) VALUES ('media', old.name, -1);
END;

CREATE TRIGGER media_tags_said_delete AFTER DELETE ON media_tags
BEGIN
  INSERT INTO said (vocabulary, text, by) VALUES ('media', old.name, -1);
END;

INSERT INTO said (vocabulary, text, by) SELECT 'users', first_name || ' ' || last_name, 1 FROM users;
INSERT INTO said (vocabulary, text, by) SELECT 'catalogue', title || ' ' || coalesce(code, ''), 1 FROM educations;
INSERT INTO said (vocabulary, text, by) SELECT 'catalogue', title, 1 FROM education_parts;
INSERT INTO said (vocabulary, text, by) SELECT 'catalogue', name, 1 FROM education_categories;
INSERT INTO said (vocabulary, text, by) SELECT 'catalogue', coalesce(title, '') || ' ' || city || ' ' || coalesce(venue, ''), 1 FROM occasions;
INSERT INTO said (vocabulary, text, by) SELECT 'media', title, 1 FROM media;
INSERT INTO said (vocabulary, text, by) SELECT 'media', name, 1 FROM media_tags;
