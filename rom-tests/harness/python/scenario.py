"""The scenario of the tests with the original client, unchanged from PyPI: `scenario.py PORT`.

Handshake, tree, type a text and read it back, click the button, wait for the effect, close the window. Prints a line
for each step; the first step that goes wrong ends the script with its traceback.
"""

import sys

from amipilot import Amipilot

WINDOW = "GTApp Fixture"
BUTTON, HOST, STATUS = 1, 2, 9
PORT = int(sys.argv[1])


def main():
    # Two connections one after the other: the second one must find the line in order.
    for attempt in range(2):
        with Amipilot.connect("127.0.0.1", PORT, timeout=60.0) as amiga:
            assert amiga.info.protocol == 1, amiga.info
            assert {"TREE", "CLICK", "TYPE", "GETTEXT", "WAITFOR", "SCREENS", "QUIT"} <= set(amiga.info.stable), amiga.info
            print("handshake", attempt, amiga.info.server_version)

    with Amipilot.connect("127.0.0.1", PORT, timeout=60.0) as amiga:
        screens = amiga.screens()
        assert [screen.frontmost for screen in screens].count(True) == 1, screens
        tree = amiga.tree(WINDOW)
        roles = {gadget.gadget_id: gadget.role for gadget in tree.gadgets}
        expected = {
            1: "button", 2: "string", 3: "checkbox", 4: "integer", 5: "slider",
            6: "cycle", 7: "radio_button", 8: "listview", 9: "string",
        }
        assert expected.items() <= roles.items(), roles
        print("tree", len(tree.gadgets), "gadgets")

        amiga.type(WINDOW, HOST, "Zürich")
        assert amiga.get_text(WINDOW, HOST) == "Zürich", amiga.get_text(WINDOW, HOST)
        print("typed and read back")

        amiga.click(WINDOW, BUTTON)
        amiga.wait_for_text(WINDOW, STATUS, "pressed 1", timeout=30)
        print("clicked and seen")

        # The close gadget is the system gadget in the upper left corner; all of them have the number 0.
        tree = amiga.tree(WINDOW)
        close = next(gadget for gadget in tree.gadgets if gadget.gadget_id == 0 and is_in_corner(gadget))
        same_role = [gadget for gadget in tree.gadgets if gadget.role == close.role]
        amiga.click_by_role(WINDOW, role=close.role, index=same_role.index(close), expect="nowindow", timeout=30)
        print("closed")


def is_in_corner(gadget):
    return gadget.left <= 4 and gadget.top <= 4 and 0 < gadget.width < 60 and 0 < gadget.height < 40


main()
