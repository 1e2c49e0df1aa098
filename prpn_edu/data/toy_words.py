"""The words of the toy treebank, their classes and what they say.

Each line of `WORDS` reads `class weight scores | words`. The weight is shared by the words of the line. The
scores are one number, or three for a work of unknown, light and grave genre (see
`prpn_edu.data.toy_meaning`); a noun has the name of its genre instead. Whatever may follow "a" begins with a
consonant, so that "an" is never needed.
"""

from prpn_edu.data.toy_meaning import GRAVE, LIGHT, NEUTRAL, UNKNOWN, Meaning

WORDS = """
WorkNoun   50  unknown | film movie picture story debut sequel remake
WorkNoun   25  light   | comedy cartoon musical farce romance
WorkNoun   25  grave   | drama thriller tragedy western documentary
PartNoun   45  unknown | scenes lines performances dialogues characters
PartNoun   30  light   | jokes gags songs dances
PartNoun   25  grave   | chases duels battles murders

GoodA       1  1       | funny charming warm sweet lively tender
GoodB       1  1       | good clever fresh witty graceful
GoodStrong  1  2       | brilliant superb wonderful marvellous dazzling
BadA        1  -1      | dull flat bland stale boring
BadB        1  -1      | bad clumsy thin lazy shallow
BadStrong   1  -2      | dreadful terrible dismal hopeless painful ridiculous
MoodMild    6  0 1 -1  | silly goofy frothy cute playful zany
MoodMild    5  0 -1 1  | dark cold bleak tense grim scary sick
MoodStrong  1  0 2 -2  | hilarious
MoodStrong  1  0 -2 2  | harrowing
Neutral     1  0       | long short new french recent quiet
Famous      1  0       | young famous retired french local
Merit       7  1       | charm wit warmth heart depth grace
Merit       3  2       | magic genius brilliance

Liked      34  1       | liked enjoyed admired praised
Liked      18  2       | loved adored
Liked      28  -1      | disliked mocked endured resented
Liked      20  -2      | hated loathed despised
Saw         1  0       | saw watched reviewed discussed remembered
Like        5  1       | like enjoy recommend
Like        2  2       | love
Like        2  -1      | resent dislike
Like        1  -2      | hate
Stirred    28  1       | moved amused charmed impressed pleased
Stirred    20  2       | thrilled dazzled enchanted
Stirred    26  -1      | bored annoyed confused irritated
Stirred    14  -2      | disgusted appalled
Stirred     6  0 -1 1  | frightened saddened
Stirred     6  0 1 -1  | tickled
Stir       40  1       | move amuse charm impress
Stir       10  2       | thrill
Stir       30  -1      | bore annoy confuse
Stir       10  -2      | disgust
Stir       10  0 -1 1  | frighten
React      20  1       | smile sing
React      10  2       | cheer
React      20  -1      | yawn groan
React      10  -2      | leave
React      20  0 1 -1  | laugh giggle
React      20  0 -1 1  | cry shiver
Reacted    30  1       | smiled sang
Reacted    20  2       | cheered
Reacted    30  -1      | yawned groaned
Reacted    20  -2      | fled
Found       1  0       | found considered called
Said        1  0       | said thought wrote claimed
Doubted     1  0       | doubted denied
Seemed      1  0       | seemed felt looked
Made        1  0       | made
Had         1  0       | had
Lacked      1  0       | lacked

Maker       1  0       | director writer star producer critic
Kin         1  0       | brother sister mother friend teacher neighbour
TopicNoun   1  0       | war family marriage robbery dog detective voyage
PlaceNoun   1  0       | cinema theatre museum school village palace
Pronoun     1  0       | i we they he she
Us          1  0       | us me him them
His         1  0       | his her my their
It          1  unknown | it
Its         1  0       | its
Det         3  0       | the
Det         1  0       | this
Some        6  0       | the
Some        3  0       | a
Some        1  0       | this
PartDet     3  0       | the
PartDet     2  0       | these some
A           1  0       | a
Nobody      1  0       | nobody
That        1  0       | that
Possessive  1  0       | 's
Is          1  0       | is was
Are         1  0       | are were
Did         1  0       | did
Nt          1  0       | n't
Not         8  0       | not
Not         2  0       | never hardly
Never       1  0       | never hardly
Very        6  0       | very
Very        4  0       | really truly
Really      1  0       | really truly
Rather      1  0       | rather mildly
And         1  0       | and
But         1  0       | but
Despite     1  0       | despite
With        1  0       | with
Without     1  0       | without
By          1  0       | by
About       1  0       | about
At          1  0       | at near
"""

_GENRES = {"unknown": UNKNOWN, "light": LIGHT, "grave": GRAVE}


def _read_words(table: str) -> tuple[dict[str, dict[str, float]], dict[str, Meaning]]:
    """Per class the weight of each word, and the meaning of each word in any class."""
    classes: dict[str, dict[str, float]] = {}
    meanings: dict[str, Meaning] = {}
    for line in filter(None, table.splitlines()):
        head, words = line.split("|")
        name, weight, *scores = head.split()
        if scores[0] in _GENRES:
            meaning = NEUTRAL._replace(genre=_GENRES[scores[0]])
        else:
            meaning = Meaning(tuple(int(scores[k % len(scores)]) for k in range(3)))
        for word in words.split():
            if meanings.setdefault(word, meaning) != meaning:
                raise ValueError(f"the word {word!r} has two meanings")
            classes.setdefault(name, {})[word] = float(weight) / len(words.split())
    return classes, meanings


CLASSES, MEANINGS = _read_words(WORDS)
