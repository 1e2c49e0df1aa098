"""The grammar of the toy treebank: remarks about films.

Each line reads `parent weight child child meaning`; a line with one symbol after the weight copies the rules
of that symbol (see `Grammar.read` in `prpn_edu.data.pcfg`). The meanings are the functions of
`prpn_edu.data.toy_meaning`, the word classes stand in `prpn_edu.data.toy_words`.
"""

from prpn_edu.data.pcfg import Grammar
from prpn_edu.data.toy_words import CLASSES

RULES = """
# A remark is a clause, two clauses, or a noun phrase on its own.
Remark      62  Clause
Remark      12  Clause ButClause        but
Remark       6  Clause AndClause        add
Remark      20  Fragment
ButClause    1  But Clause              right
AndClause    1  And Clause              right
Clause      94  PlainClause
Clause       6  Concession PlainClause  right
Concession   1  Despite Part            right
PlainClause 34  Work WorkVP             predicate
PlainClause 22  Part PartVP             predicate
PlainClause 39  Subject PersonVP        right
PlainClause  5  Nobody JudgedVP         negate
Fragment    34  A PraisedN              right
Fragment    33  AWork WorkPP            postmodify
Fragment    33  AWork WorkRel           postmodify

# Works: "it", "the director 's comedy", "a warm film about the war".
Work        34  It
Work        66  FullWork
FullWork    82  OwnedWork
FullWork     8  FullWork WorkPP         postmodify
FullWork    10  FullWork WorkRel        postmodify
OwnedWork   64  Det WorkN               right
OwnedWork   36  PersonOwner WorkN       right
AWork        1  A WorkN                 right
SomeWork    68  Work
SomeWork    32  AWork
WorkN       68  WorkB
WorkN       32  PraisedN
PraisedN     1  Quality WorkB           describe
WorkB       84  WorkNoun
WorkB       16  Neutral WorkNoun        right

# What may follow a work. With- and place-phrases may also follow a verb phrase: two sites, two trees.
WorkPP      32  WithPP
WorkPP      18  PlacePP
WorkPP      22  About Topic             right
WorkPP      14  Without Merit           negate
WorkPP       8  Without Part            negate
WorkPP       6  By Person               right
WithPP      60  With Part               right
WithPP      40  With Person             right
PlacePP      1  At Place                right
Place        1  Some PlaceNoun          right
Topic       70  Some TopicNoun          right
Topic       30  Person
WorkRel     62  That LikedGap           right
WorkRel     38  That StirVP             right
LikedGap     1  GapSubject Verb         right

# Parts of works, in the plural: "its jokes", "the film 's dark songs".
Part        36  PartDet PartN           right
Part        50  PartOwner PartN         right
Part        14  PraisedPart
PartN       56  PartB
PartN       44  PraisedPart
PraisedPart  1  Quality PartB           describe
PartB       90  PartNoun
PartB       10  Neutral PartNoun        right

# People, and owners: possessives branch to the left, relative clauses embed in the centre.
Subject     56  Pronoun
Subject     44  Person
GapSubject  82  Subject
GapSubject  18  Person PersonRel        postmodify
Person      90  ShortPerson
Person      10  Person PersonRel        postmodify
ShortPerson 64  Some PersonN            right
ShortPerson 26  PersonOwner Kin         right
ShortPerson 10  WorkOwner Maker         right
PersonN     80  Role
PersonN     20  Famous Role             right
PersonRel   70  That LikedGap           right
PersonRel   30  That LikedVP            right
Object      62  Us
Object      38  Person
PersonOwner 34  His
PersonOwner 66  ShortPerson Possessive  left
WorkOwner   46  Its
WorkOwner   54  OwnedWork Possessive    left
PartOwner   62  WorkOwner
PartOwner   38  ShortPerson Possessive  left
Role         5  Maker
Role         6  Kin

# What works and their parts do.
WorkVP      28  Is Verdict              right
WorkVP       8  IsNot Deniable          negate
WorkVP      11  Is AWork                right
WorkVP       9  Had PraisedPart         right
WorkVP      45  StirPhrase
PartVP      40  Are Verdict             right
PartVP      10  AreNot Deniable         negate
PartVP      51  StirPhrase
IsNot        1  Is Nt                   right
AreNot       1  Are Nt                  right
StirPhrase  20  Seemed Quality          right
StirPhrase  26  StirVP
StirPhrase   7  Really StirVP           intensify
StirPhrase   6  Never StirVP            negate
StirPhrase  10  DidNot MoveVP           negate
StirPhrase  13  Made Reaction           right
StirPhrase   7  Had Merit               right
StirPhrase   6  Lacked Merit            negate
StirPhrase   4  StirPhrase PlacePP      left
StirVP       1  Stirred Object          left
MoveVP       1  Stir Object             left
Reaction     1  Object React            right
DidNot       1  Did Nt                  right

# What people do.
PersonVP    50  LikedVP
PersonVP    16  LikedVP OutingPP        left
PersonVP     8  DidNot LikeVP           negate
PersonVP     9  Found Opinion           right
PersonVP     5  Said ThatClause         right
PersonVP     4  Doubted ThatClause      negate
PersonVP     7  Reacted CompanyPP       left
OutingPP    40  WithPP
OutingPP    60  PlacePP
CompanyPP   40  With Person             right
CompanyPP   60  PlacePP
LikedVP     80  Verb SomeWork           verb
LikedVP     20  Verb Part               verb
JudgedVP    80  Liked SomeWork          verb
JudgedVP    20  Liked Part              verb
LikeVP       1  Like SomeWork           verb
Verb        58  Liked
Verb        24  Saw
Verb         9  Really Liked            intensify
Verb         5  Rather Liked            diminish
Verb         4  Never Liked             negate
Opinion     70  Work Quality            predicate
Opinion     30  Part Quality            predicate
ThatClause   1  That PlainClause        right

# Qualities. A pair joins a word of class A to one of class B, so that none is repeated. Two trees each:
# "not funny and clever" is not (funny and clever) or (not funny) and clever; so is "rather funny and clever".
Quality     36  Good
Quality     32  Bad
Quality     17  Mood
Quality      5  GoodHead AndGoodB       add
Quality      4  BadHead AndBadB         add
Quality      6  Good ButBad             but
Quality      6  Bad ButGood             but
Quality      2  Mood ButGood            but
Quality      2  Mood ButBad             but
Quality      2  Very GoodPair           intensify
Quality      2  Very BadPair            intensify
Quality      1  Rather GoodPair         diminish
Quality      1  Rather BadPair          diminish
Good        40  GoodMild
Good        30  GoodStrong
Good        16  Very GoodMild           intensify
Good         8  Rather GoodMild         diminish
Good         6  Rather GoodStrong       diminish
Bad         40  BadMild
Bad         30  BadStrong
Bad         16  Very BadMild            intensify
Bad          8  Rather BadMild          diminish
Bad          6  Rather BadStrong        diminish
Mood        64  MoodMild
Mood        16  MoodStrong
Mood        20  Very MoodMild           intensify
GoodMild     1  GoodA
GoodMild     1  GoodB
BadMild      1  BadA
BadMild      1  BadB
GoodHead    70  GoodA
GoodHead    18  Very GoodA              intensify
GoodHead    12  Rather GoodA            diminish
BadHead     70  BadA
BadHead     18  Very BadA               intensify
BadHead     12  Rather BadA             diminish
GoodPair     1  GoodA AndGoodB          add
BadPair      1  BadA AndBadB            add
AndGoodB     1  And GoodB               right
AndBadB      1  And BadB                right
Verdict     58  Quality
Verdict     20  Not Deniable            negate
Verdict      5  GoodHead ButNotGoodB    but
Verdict      3  BadHead ButNotBadB      but
Verdict      5  NotGoodB ButGoodA       but
Verdict      3  NotBadB ButBadA         but
Verdict      2  NotGoodA AndGoodB       add
Verdict      2  NotBadA AndBadB         add
NotGoodB     1  Not GoodB               negate
NotBadB      1  Not BadB                negate
NotGoodA     1  Not GoodA               negate
NotBadA      1  Not BadA                negate
Deniable    30  PlainGood
Deniable    26  PlainBad
Deniable    12  MoodMild
Deniable    14  GoodPair
Deniable    10  BadPair
PlainGood    5  GoodMild
PlainGood    3  GoodStrong
PlainGood    2  Very GoodMild           intensify
PlainBad     5  BadMild
PlainBad     3  BadStrong
PlainBad     2  Very BadMild            intensify
ButGood      1  But Good                right
ButBad       1  But Bad                 right
ButGoodA     1  But GoodA               right
ButBadA      1  But BadA                right
ButNotGoodB  1  But NotGoodB            right
ButNotBadB   1  But NotBadB             right
"""

GRAMMAR = Grammar.read("Remark", RULES, CLASSES)
